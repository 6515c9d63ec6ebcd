// The page of `mxtutor serve`: a terminal (xterm.js) that is connected with the learner's session.
"use strict";

(() => {
  const FONT = '"mxtutor mono", "mxtutor braille", monospace';
  const BRAILLE = "\u2812"; // a character that is in no other font of the page
  const LARGEST_FONT = 16; // pixels; the browser's zoom enlarges it
  const SMALLEST_FONT = 9;
  const COLUMNS = 80;
  const ROWS = 24;
  const PIECE = 16384; // characters of a message: the server refuses long ones
  const PING_MS = 10000;
  const FIRST_RETRY_MS = 500;
  const LAST_RETRY_MS = 8000;
  const TOLD_AFTER = 2; // failed tries until the page asks the server for the reason
  const LOST = "The connection is lost. Your work is kept; mxtutor tries again …";

  const body = document.body;
  const notice = document.getElementById("notice");
  const dialog = document.getElementById("ended");
  const again = document.getElementById("again");

  // The policy of the page allows styles of this page only, and xterm.js adds its own: they get the page's mark.
  const create = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const element = create(name, options);
    if (name.toLowerCase() === "style") element.nonce = body.dataset.styleNonce;
    return element;
  };

  let terminal;
  let fitting;
  let socket = null;
  let tries = 0;
  let retry = 0;
  let answered = true; // whether the last ping was answered
  let fresh = true; // whether what comes next belongs to a new connection
  let finished = false; // whether the server has said why the session ended

  function show(state, text) {
    body.dataset.state = state;
    notice.textContent = text;
  }

  function send(...message) {
    if (socket !== null && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function sendText(text) {
    for (let start = 0; start < text.length; ) {
      let end = Math.min(start + PIECE, text.length);
      const last = text.charCodeAt(end - 1);
      if (end < text.length && last >= 0xd800 && last < 0xdc00) end -= 1; // never half of a character
      send("stdin", text.slice(start, end));
      start = end;
    }
  }

  // Choose the largest font with which the screen has enough columns and rows, then tell the session the size.
  function fit() {
    for (let size = LARGEST_FONT; size >= SMALLEST_FONT; size -= 1) {
      terminal.options.fontSize = size;
      const found = fitting.proposeDimensions();
      if (found === undefined || (found.cols >= COLUMNS && found.rows >= ROWS)) break;
    }
    fitting.fit();
  }

  // Give the rest of the window, less than a cell, the colour of the last row.
  function colourRest() {
    const cell = terminal.buffer.active.getLine(terminal.rows - 1)?.getCell(0);
    if (cell?.isBgRGB()) body.style.background = "#" + cell.getBgColor().toString(16).padStart(6, "0");
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = create("textarea"); // pages without TLS have no clipboard object
      area.value = text;
      body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      terminal.focus();
    }
  }

  // Return false for keys that belong to the browser; all others go to the session, also F5 and ctrl+p.
  function isForTerminal(event) {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && !event.altKey && key === "v") return false; // the browser pastes
    if (command && ["+", "-", "=", "0"].includes(key)) return false; // zoom
    if (key === "f11" || key === "f12" || (command && event.shiftKey && "ijc".includes(key))) return false;
    if (event.ctrlKey && key === "backspace") {
      if (event.type === "keydown") sendText("\x1b\x7f"); // as alt+backspace: delete a word, in place of ctrl+w
      event.preventDefault();
      return false;
    }
    return true;
  }

  function finish(ended) {
    finished = true;
    document.getElementById("ended-title").textContent = ended.title;
    document.getElementById("ended-text").textContent = ended.text;
    again.textContent = ended.again || "";
    again.hidden = !ended.again;
    show("ended", "");
    body.dataset.ended = ended.code;
    if (!dialog.open) dialog.showModal();
  }

  function receive(event) {
    if (typeof event.data !== "string") {
      if (fresh) {
        fresh = false;
        tries = 0;
        terminal.reset();
        show("connected", "");
        send(document.activeElement === terminal.textarea ? "focus" : "blur");
      }
      terminal.write(new Uint8Array(event.data));
      return;
    }
    const [kind, data] = JSON.parse(event.data);
    if (kind === "pong") {
      answered = true;
    } else if (kind === "deliver_file_start") {
      const link = create("a");
      link.href = "/download/" + encodeURIComponent(data);
      link.download = "";
      link.click();
    } else if (kind === "ended" && data.byItself) {
      show("lost", data.title + ". " + data.text);
    } else if (kind === "ended") {
      finish(data);
    }
  }

  async function explain() {
    try {
      const reply = await fetch("/state", { cache: "no-store" });
      const state = await reply.json();
      if (state.ended) finish(state.ended);
    } catch {
      return; // the server cannot be reached: the page tries again
    }
  }

  async function lost() {
    socket = null;
    if (finished) return;
    tries += 1;
    if (body.dataset.state !== "lost") show("lost", LOST);
    if (tries === 1 || tries % TOLD_AFTER === 0) await explain();
    if (finished) return;
    clearTimeout(retry);
    retry = setTimeout(connect, Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), LAST_RETRY_MS));
  }

  function connect() {
    clearTimeout(retry);
    if (socket !== null || finished) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const opened = new WebSocket(`${scheme}//${location.host}/socket?width=${terminal.cols}&height=${terminal.rows}`);
    socket = opened;
    opened.binaryType = "arraybuffer";
    fresh = answered = true;
    opened.addEventListener("message", receive);
    opened.addEventListener("close", () => {
      if (socket === opened) lost();
    });
  }

  function connectAnew() {
    finished = false;
    delete body.dataset.ended;
    dialog.close();
    show("starting", "mxtutor is starting …");
    tries = 0;
    if (socket !== null) {
      const old = socket;
      socket = null;
      old.close();
    }
    connect();
    terminal.focus();
  }

  function ping() {
    if (socket === null || socket.readyState !== WebSocket.OPEN) return;
    if (!answered) {
      const silent = socket; // the network is lost, and the browser has not noticed
      socket = null;
      silent.close();
      lost();
      return;
    }
    answered = false;
    send("ping", String(Date.now()));
  }

  function begin() {
    terminal = new Terminal({
      allowProposedApi: true,
      fontFamily: FONT,
      fontSize: LARGEST_FONT,
      macOptionIsMeta: true,
      rescaleOverlappingGlyphs: true,
      scrollback: 0,
    });
    fitting = new FitAddon.FitAddon();
    terminal.loadAddon(fitting);
    terminal.loadAddon(new Unicode11Addon.Unicode11Addon());
    terminal.unicode.activeVersion = "11";
    terminal.open(document.getElementById("terminal"));
    try {
      const drawing = new WebglAddon.WebglAddon();
      drawing.onContextLoss(() => drawing.dispose());
      terminal.loadAddon(drawing);
    } catch {
      // a browser without WebGL: xterm.js draws with elements
    }
    terminal.parser.registerOscHandler(52, (data) => {
      const text = data.slice(data.indexOf(";") + 1);
      if (text !== "?") copy(new TextDecoder().decode(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));
      return true;
    });
    terminal.attachCustomKeyEventHandler(isForTerminal);
    terminal.onData(sendText);
    terminal.onRender(colourRest);
    terminal.onResize(({ cols, rows }) => send("resize", { width: cols, height: rows }));
    terminal.textarea.addEventListener("focus", () => send("focus"));
    terminal.textarea.addEventListener("blur", () => send("blur"));

    fit();
    new ResizeObserver(() => requestAnimationFrame(fit)).observe(document.getElementById("terminal"));
    again.addEventListener("click", connectAnew);
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    window.addEventListener("online", connect);
    window.addEventListener("offline", ping);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) connect();
    });
    window.addEventListener(
      "keydown",
      () => {
        if (!dialog.open) terminal.focus(); // a click beside the terminal must not turn F5 into a reload
      },
      true,
    );
    setInterval(ping, PING_MS);
    connect();
    terminal.focus();
    globalThis.mxtutor = { terminal };
  }

  const fonts = [`16px ${FONT}`, `bold 16px ${FONT}`].map((font) => document.fonts.load(font, `A${BRAILLE}`));
  Promise.all(fonts).then(begin, begin);
})();
