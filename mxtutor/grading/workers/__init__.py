"""Worker processes, which import a framework once and fork a child per job."""
