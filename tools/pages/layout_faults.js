// What of a page's text is cut off, lies over other text or leaves the screen, and what is too small to tap; for
// inspection.py, which has a browser measure it.
() => {
  const faults = [];
  const told = (what, element, text) => {
    const name = element.getAttribute("class") ? `.${element.getAttribute("class")}` : "";
    const one = `${what}: ${element.tagName.toLowerCase()}${name} "${text.trim().slice(0, 60)}"`;
    if (!faults.includes(one)) faults.push(one);
  };
  const within = (element, has) => {
    for (let one = element; one; one = one.parentElement) if (has(getComputedStyle(one))) return true;
    return false;
  };
  // What is there for screen readers alone is clipped to nothing.
  const unseen = (element) =>
    element.closest(".unseen, noscript, svg, option, [hidden], .choice input") !== null || within(element, (style) => style.clipPath === "inset(50%)");
  const moves = (style) => /auto|scroll/.test(style.overflowX) || /auto|scroll/.test(style.overflowY);
  // The part of a box that the elements around it let through; what a finger can move counts as seen.
  const seen = (box, element) => {
    const part = { left: box.left, right: box.right, top: box.top, bottom: box.bottom, moved: false };
    for (let one = element; one && one !== document.documentElement; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (moves(style)) part.moved = true;
      if (style.overflowX === "visible" && style.overflowY === "visible" && !/paint|content|strict/.test(style.contain)) continue;
      if (part.moved) continue;
      const frame = one.getBoundingClientRect();
      part.left = Math.max(part.left, frame.left);
      part.right = Math.min(part.right, frame.right);
      part.top = Math.max(part.top, frame.top);
      part.bottom = Math.min(part.bottom, frame.bottom);
    }
    return part;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) || unseen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const dots = element.closest(".name") !== null;
    const clamped = dots && getComputedStyle(element.closest(".name")).webkitLineClamp !== "none";
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const part = seen(box, element);
      const cut = Math.max(part.left - box.left, box.right - part.right);
      const low = Math.max(part.top - box.top, box.bottom - part.bottom);
      if (!part.moved && !dots && cut > 1.5) told("cut off", element, node.data);
      if (!part.moved && !clamped && low > box.height * 0.25) told("cut off above or below", element, node.data);
      if (!part.moved && !dots && (box.right > innerWidth + 1 || box.left < -1)) told("over the edge", element, node.data);
      // Letters stand in the middle of their box: what touches above and below is not over each other.
      const inner = { left: part.left + 1, right: part.right - 1, top: part.top + 0.25 * box.height, bottom: part.bottom - 0.25 * box.height };
      if (inner.right > inner.left && inner.bottom > inner.top && !part.moved) texts.push({ element, text: node.data, ...inner });
    }
  }
  const held = (element) => element.closest("[data-over]") !== null || within(element, (style) => ["sticky", "fixed"].includes(style.position));
  texts.sort((one, other) => one.top - other.top);
  texts.forEach((one, at) => {
    for (let next = at + 1; next < texts.length && texts[next].top < one.bottom; next++) {
      const other = texts[next];
      if (other.element === one.element || other.right <= one.left || other.left >= one.right) continue;
      if (held(one.element) || held(other.element)) continue;
      told(`lies over "${one.text.trim().slice(0, 40)}"`, other.element, other.text);
    }
  });
  // What is chosen and what an empty field says, against the room that they have.
  const paper = document.createElement("canvas").getContext("2d");
  for (const one of document.querySelectorAll("select, input[placeholder]")) {
    if (!one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) || unseen(one)) continue;
    const style = getComputedStyle(one);
    const text = one.tagName === "SELECT" ? (one.selectedOptions[0]?.text ?? "") : one.value || one.placeholder;
    paper.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const arrow = one.tagName === "SELECT" ? 16 : 0;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    if (style.textOverflow !== "ellipsis" && paper.measureText(text).width > room + 4) told("has no room", one, text);
  }
  // No letters are smaller than these, those of a phone's tabs excepted. A drawing may be smaller than its own units.
  for (const { element, text } of texts) {
    const px = parseFloat(getComputedStyle(element).fontSize) * (element.ownerSVGElement ? element.getScreenCTM().a : 1);
    if (px < (element.closest(".tab-bar, .tab") ? 12.9 : 13.9)) told(`has letters of ${px.toFixed(1)} px`, element, text);
  }
  // A control stands out from what it lies on, by its frame or by its own paper.
  const colour = (css) => css.match(/[\d.]+/g).map(Number);
  const is_seen = ([, , , alpha = 1]) => alpha > 0.99;
  const light = (rgb) => {
    const [r, g, b] = rgb.map((one) => (one / 255 <= 0.03928 ? one / 3294.6 : ((one / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((first, second) => second - first);
    return (high + 0.05) / (low + 0.05);
  };
  const paper_of = (element) => {
    for (let one = element; one; one = one.parentElement) if (is_seen(colour(getComputedStyle(one).backgroundColor))) return colour(getComputedStyle(one).backgroundColor);
    return [255, 255, 255];
  };
  for (const one of document.querySelectorAll("main :is(button, select, input, .button, .choice):not(.quiet, [role=tab], [type=hidden], [type=checkbox], [type=radio], :disabled)")) {
    if (!one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) || unseen(one) || one.closest(".items, .pick") || one.querySelector("svg, canvas")) continue;
    const [style, below] = [getComputedStyle(one), paper_of(one.parentElement)];
    const drawn = parseFloat(style.borderBottomWidth) ? [style.borderBottomColor, style.backgroundColor] : [style.backgroundColor];
    const stands = drawn.map(colour).filter(is_seen).map((rgb) => contrast(rgb, below));
    if (Math.max(1, ...stands) < 2.95) told(`has a frame of ${Math.max(1, ...stands).toFixed(1)}:1`, one, one.textContent || one.name);
  }
  // What is tapped is at least as large as AA asks for: 24 px, or in a sentence; and as high as a finger where one taps.
  const least = matchMedia("(pointer: coarse)").matches ? 39.5 : 23.5;
  for (const one of document.querySelectorAll("button, select, summary, input:not([type=hidden])")) {
    if (!one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) || unseen(one)) continue;
    const box = (one.type === "checkbox" || one.type === "radio" ? (one.closest("label") ?? one) : one).getBoundingClientRect();
    const high = one.querySelector(".tile") ? 23.5 : least;
    if (box.width && (box.width < 23.5 || box.height < high)) told(`is ${box.width.toFixed(0)} by ${box.height.toFixed(0)} px to tap`, one, one.textContent || one.name);
  }
  // A note with its own paper is one piece: as text that runs on it would lie in strips over the lines around it.
  for (const one of document.querySelectorAll(".old, .stale, .call, .coming")) {
    if (!one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) || unseen(one)) continue;
    if (getComputedStyle(one).display === "inline" && one.getClientRects().length > 1) told("is in strips", one, one.textContent);
  }
  // A table that has to be moved aside hides its last column, where its buttons are.
  for (const one of document.querySelectorAll(".wide, .scroll")) {
    if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) told(`is ${one.scrollWidth - one.clientWidth} px wider than its place`, one, one.getAttribute("aria-label") ?? "");
  }
  // A button keeps to its cell, and a head stands where its numbers do.
  for (const cell of document.querySelectorAll("td")) {
    const { left, right } = cell.getBoundingClientRect();
    for (const one of cell.querySelectorAll("button, .chip, .old")) {
      const box = one.getBoundingClientRect();
      if (box.width && !one.closest(".items") && (box.right > right + 1 || box.left < left - 1)) told("is wider than its cell", one, one.textContent);
    }
  }
  for (const head of document.querySelectorAll("thead th")) {
    const number = head.closest("table").querySelector(`tbody td.number:nth-child(${head.cellIndex + 1})`);
    const [above, below] = [head, number ?? head].map((one) => getComputedStyle(one).textAlign);
    if (above !== below) told("does not stand above its numbers", head, head.textContent);
  }
  // Japanese and Chinese have marks of their own.
  for (const one of ["ja", "zh"].includes(document.documentElement.lang) ? document.querySelectorAll("p, li, td, th, h1, h2, h3, label") : []) {
    const found = /[ぁ-んァ-ヶ一-鿿）][:;,](?:\s|$).{0,20}/.exec(one.innerText);
    if (found) told("has a mark of Latin letters", one, found[0]);
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) faults.push(`the page is ${wide} px wider than its screen`);
  return faults;
}
