
"use strict";
(() => {
  const grid = document.getElementById("grid");
  const data = JSON.parse(document.getElementById("data").textContent);
  const body = grid.tBodies[0];
  const rows = [...body.rows];
  const panel = document.getElementById("details");
  const topics = [...grid.querySelectorAll("th.topic")];
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const placeOf = new Map(rows.map((row, number) => [row, number]));
  const nameOf = (row) => row.cells[0].textContent.trim();

  // Cells of a row: the name, the sum, then for each topic its sum and its exercises.
  const cellOf = new Map();
  const exerciseAt = new Map();
  const topicAt = new Map();
  const sumAt = new Map([["sum", 1]]);
  {
    let place = 2;
    let column = 0;
    topics.forEach((topic, number) => {
      sumAt.set("t" + number, place++);
      for (let left = topic.colSpan - 1; left > 0; left--) {
        cellOf.set(column, place);
        topicAt.set(place, number);
        exerciseAt.set(place++, column++);
      }
    });
  }
  const widths = topics.map((topic) => topic.colSpan);

  // Folding: a topic keeps its column of totals.
  const folds = new Set();
  function fold(number, folded) {
    const topic = topics[number];
    topic.classList.toggle("folded", folded);
    topic.firstChild.setAttribute("aria-expanded", String(!folded));
    topic.colSpan = folded ? 1 : widths[number];
    grid.classList.toggle("f" + number, folded);
    folded ? folds.add(number) : folds.delete(number);
  }
  // A width that is known beforehand spares the browser measuring every cell.
  const WIDTHS = { name: 13, sum: 4.4, exercise: 1.7 };
  function resize() {
    const open = widths.reduce((sum, width, number) => sum + (folds.has(number) ? 0 : width - 1), 0);
    grid.style.width = WIDTHS.name + WIDTHS.sum * (1 + topics.length) + WIDTHS.exercise * open + "rem";
    button.textContent = topics.length && folds.size === topics.length ? "Unfold all topics" : "Fold all topics";
  }
  const isFolded = (place) => folds.has(topicAt.get(place));
  const button = document.getElementById("fold");
  topics.forEach((topic, number) => {
    topic.firstChild.addEventListener("click", () => {
      fold(number, !folds.has(number));
      resize();
    });
    topic.firstChild.setAttribute("aria-expanded", "true");
  });
  button.addEventListener("click", () => {
    const folded = folds.size !== topics.length;
    topics.forEach((_, number) => fold(number, folded));
    resize();
  });

  // Sorting: the same heading again turns the order round.
  const kinds = "rwetcb"; // as the style's letters, the best verdict first
  function value(row, key) {
    if (key === "name") return nameOf(row);
    if (sumAt.has(key)) return Number(row.cells[sumAt.get(key)].dataset.v);
    const cell = row.cells[cellOf.get(Number(key))];
    return cell.classList.length > 1 ? kinds.indexOf(cell.classList[0]) : kinds.length;
  }
  const headings = [...grid.querySelectorAll("th[data-sort]")];
  function sort(heading, down) {
    const key = heading.dataset.sort;
    const keyed = rows.map((row) => [value(row, key), row]);
    keyed.sort(([a, one], [b, other]) => {
      const found = key === "name" ? collator.compare(a, b) : a - b;
      return (down ? -found : found) || placeOf.get(one) - placeOf.get(other);
    });
    const all = document.createDocumentFragment();
    for (const [, row] of keyed) all.append(row);
    body.append(all);
    for (const other of headings) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  }
  for (const heading of headings) {
    heading.firstChild.addEventListener("click", () => sort(heading, heading.getAttribute("aria-sort") === "ascending"));
  }

  // Details of the selected cell, by click, touch or keyboard.
  let current = null;
  function line(name, parent, text) {
    const made = document.createElement(name);
    made.textContent = text;
    parent.append(made);
    return made;
  }
  function show(cell) {
    const row = cell.parentNode;
    const column = exerciseAt.get(cell.cellIndex);
    panel.replaceChildren();
    panel.hidden = false;
    const where = column === undefined ? "" : data.ids[column];
    line("b", line("p", panel, ""), [nameOf(row), where].filter(Boolean).join(" · "));
    if (column === undefined) return line("p", panel, cell.innerText.replace("\n", ", ") + " right");
    const found = data.cells[placeOf.get(row)][column];
    if (!found) return line("p", panel, "No answer was handed in.");
    const [headline, mistakes, right, cases, flags, made, late, points, code] = found;
    line("p", panel, data.words[cell.classList[0]] + ": " + data.texts[headline] + (cases ? ` (${right} of ${cases} cases right)` : ""));
    for (const number of mistakes) line("p", panel, data.texts[number]);
    for (const number of flags) line("p", panel, "⚑ " + data.texts[number]);
    for (const text of [made, points, late ? "Handed in late." : ""]) if (text) line("p", panel, text);
    if (data.texts[code]) line("code", line("pre", panel, ""), data.texts[code]);
    const page = data.pages[placeOf.get(row)];
    if (page) line("a", panel, "Feedback").href = page + "#" + where;
  }
  function select(cell, focus) {
    if (!cell || cell.tagName !== "TD") return;
    if (current) current.removeAttribute("tabindex");
    current = cell;
    cell.tabIndex = 0;
    if (focus) cell.focus({ preventScroll: true });
    const frame = grid.parentNode;
    const box = cell.getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    const left = around.left + row0().cells[0].offsetWidth;
    const top = around.top + grid.tHead.offsetHeight;
    if (box.left < left) frame.scrollLeft -= left - box.left;
    if (box.right > around.right - 16) frame.scrollLeft += box.right - around.right + 16;
    if (box.top < top) frame.scrollTop -= top - box.top;
    if (box.bottom > around.bottom - 16) frame.scrollTop += box.bottom - around.bottom + 16;
    show(cell);
  }
  const row0 = () => body.rows[0];
  body.addEventListener("click", (event) => select(event.target.closest("td"), true));
  body.addEventListener("focusin", (event) => event.target !== current && select(event.target.closest("td"), false));
  function step(from, sideways, down) {
    let row = from.parentNode;
    let place = from.cellIndex;
    if (down) {
      do row = down > 0 ? row.nextElementSibling : row.previousElementSibling;
      while (row && row.hidden);
      return row && row.cells[place];
    }
    do place += sideways;
    while (place > 0 && row.cells[place] && isFolded(place));
    return place > 0 ? row.cells[place] : null;
  }
  const KEYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  body.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td");
    if (!cell || event.altKey || event.metaKey) return;
    let next = null;
    if (KEYS[event.key] && !event.ctrlKey) next = step(cell, ...KEYS[event.key]);
    else if (event.key === "Home" || event.key === "End") {
      const shown = [...body.rows].filter((row) => !row.hidden);
      const row = event.ctrlKey ? (event.key === "Home" ? shown[0] : shown[shown.length - 1]) : cell.parentNode;
      const cells = [...row.cells].filter((one, place) => !isFolded(place) && one.tagName === "TD");
      next = event.key === "Home" ? cells[0] : cells[cells.length - 1];
    } else if (event.key === "Escape") {
      panel.hidden = true;
      return;
    } else return;
    event.preventDefault();
    select(next, true);
  });
  if (row0()) row0().cells[1].tabIndex = 0, (current = row0().cells[1]);

  // Finding a learner.
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  document.getElementById("find").addEventListener("input", (event) => {
    const wanted = plain(event.target.value.trim());
    for (const row of rows) row.hidden = !plain(nameOf(row)).includes(wanted);
  });

  // Printing: a table per topic, because no sheet is as wide as the grid.
  const MOST = 38; // columns of a sheet
  let printed = null;
  function print() {
    if (printed) return;
    printed = document.createElement("div");
    printed.className = "only-print";
    const shown = [...body.rows].filter((row) => !row.hidden);
    topics.forEach((topic, number) => {
      const first = sumAt.get("t" + number);
      const last = first + widths[number] - 1;
      for (let from = first + 1; from <= last; from += MOST) {
        const part = document.createElement("section");
        part.className = "printed";
        line("h2", part, topic.textContent + (from > first + 1 ? " (continued)" : ""));
        const table = document.createElement("table");
        const top = table.createTHead().insertRow();
        line("th", top, "Learner").className = "name";
        line("th", top, "Right").className = "sum";
        const ends = Math.min(from + MOST - 1, last);
        for (let place = from; place <= ends; place++) {
          const cell = line("th", top, "");
          cell.className = "x";
          line("span", cell, data.ids[exerciseAt.get(place)].split("/")[1]);
        }
        const all = document.createElement("tbody");
        for (const row of shown) {
          const made = document.createElement("tr");
          const cells = [row.cells[0], row.cells[first], ...[...row.cells].slice(from, ends + 1)];
          for (const cell of cells) {
            const copy = cell.cloneNode(true);
            copy.removeAttribute("tabindex");
            made.append(copy);
          }
          all.append(made);
        }
        table.append(all);
        part.append(table);
        printed.append(part);
      }
    });
    document.getElementById("all").append(printed);
    grid.parentNode.classList.add("replaced");
  }
  addEventListener("beforeprint", print);
  addEventListener("afterprint", () => {
    if (printed) printed.remove();
    printed = null;
    grid.parentNode.classList.remove("replaced");
  });

  const MANY = 60; // exercises from which a class begins with its totals
  document.querySelector(".tools").hidden = false;
  if (data.ids.length > MANY) topics.forEach((_, number) => fold(number, true));
  resize();
})();
