"""What the editor of an answer knows about its text: tokens, names, completion, signatures, marks, pairs.

The modules are plain functions of the text; `answer_editor.py` is the widget. Textual's TextArea has no completion,
marks or search, and the components that add them need tree-sitter, which costs more memory than a tutor may use.
"""
