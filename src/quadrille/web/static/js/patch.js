/**
 * Changes a picture into the next one, by difference: what is the same in both stays as it is.
 *
 * A picture on the page has marks of its own, so that it is never compared itself: the picture that
 * the server sent before is compared with the one that it sends now.
 */

/**
 * Make a live element, whose source was `before`, look like the source `after`.
 *
 * The children of the live element must be those of `before`, in their order.
 *
 * @param {Element} live
 * @param {Element} before
 * @param {Element} after
 */
export function patch(live, before, after) {
  if (!before.isEqualNode(after)) patchDifferent(live, before, after);
}

/**
 * The same where it is known that they differ: comparing whole trees at every level takes long.
 * @param {Element} live
 * @param {Element} before
 * @param {Element} after
 */
function patchDifferent(live, before, after) {
  patchAttributes(live, before, after);
  const old = [...before.childNodes];
  const wanted = [...after.childNodes];
  const nodes = [...live.childNodes];
  const { matches, start, end } = matchNodes(old, wanted);
  const used = new Set(matches);
  nodes.forEach((each, index) => {
    if (!used.has(index)) each.remove();
  });
  let next = live.firstChild;
  wanted.forEach((each, index) => {
    const source = matches[index] ?? -1;
    const node = source < 0 ? document.importNode(each, true) : /** @type {ChildNode} */ (nodes[source]);
    if (node === next) next = next.nextSibling;
    else live.insertBefore(node, next);
    const isSame = index < start || index >= wanted.length - end;
    if (source >= 0 && !isSame) patchNode(node, /** @type {Node} */ (old[source]), each);
  });
}

/**
 * @param {Node} live
 * @param {Node} before
 * @param {Node} after
 */
function patchNode(live, before, after) {
  if (live instanceof Element) patch(live, /** @type {Element} */ (before), /** @type {Element} */ (after));
  else if (before.nodeValue !== after.nodeValue) live.nodeValue = after.nodeValue;
}

/**
 * @param {Element} live
 * @param {Element} before
 * @param {Element} after
 */
function patchAttributes(live, before, after) {
  for (const name of before.getAttributeNames()) if (!after.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of after.attributes) if (before.getAttribute(name) !== value) live.setAttribute(name, value);
}

/**
 * For each wanted node the index of the old one that becomes it, or -1; each is used once. So many
 * at the start and at the end are the same in both.
 * @param {Node[]} old
 * @param {Node[]} wanted
 */
export function matchNodes(old, wanted) {
  const matches = wanted.map(() => -1);
  let start = 0;
  const shorter = Math.min(old.length, wanted.length);
  const same = (/** @type {number} */ i, /** @type {number} */ j) => /** @type {Node} */ (old[i]).isEqualNode(wanted[j] ?? null);
  for (; start < shorter && same(start, start); start += 1) matches[start] = start;
  let end = 0;
  for (; end < shorter - start && same(old.length - 1 - end, wanted.length - 1 - end); end += 1) {
    matches[wanted.length - 1 - end] = old.length - 1 - end;
  }
  const rest = old.slice(start, old.length - end).map((_, index) => start + index);
  // First those that are the same but for what is in them, then any of their kind.
  for (const nameOf of [fullName, kindOf]) match(nameOf, old, wanted, rest, matches);
  return { matches, start, end };
}

/**
 * Match what is not matched yet by a name, in order.
 * @param {(node: Node) => string} nameOf
 * @param {Node[]} old
 * @param {Node[]} wanted
 * @param {number[]} rest The old nodes to choose from; those that were chosen are taken out.
 * @param {number[]} matches
 */
function match(nameOf, old, wanted, rest, matches) {
  /** @type {Map<string, number[]>} */
  const named = new Map();
  for (const index of rest) {
    const name = nameOf(/** @type {Node} */ (old[index]));
    const others = named.get(name);
    if (others) others.push(index);
    else named.set(name, [index]);
  }
  wanted.forEach((each, index) => {
    if (matches[index] !== -1) return;
    const found = named.get(nameOf(each))?.shift();
    if (found === undefined) return;
    matches[index] = found;
    rest.splice(rest.indexOf(found), 1);
  });
}

/**
 * What a node is, with all its attributes and its tooltip.
 * @param {Node} node
 */
function fullName(node) {
  if (!(node instanceof Element)) return `${node.nodeType} ${node.nodeValue}`;
  const attributes = [...node.attributes].map(({ name, value }) => `${name}=${value}`);
  const first = node.firstElementChild;
  return [node.localName, ...attributes, first?.localName === "title" ? first.textContent : ""].join("|");
}

/**
 * What sort of node it is: its element, its id, its spot and the first of its classes.
 * @param {Node} node
 */
function kindOf(node) {
  if (!(node instanceof Element)) return `${node.nodeType}`;
  const [first = ""] = (node.getAttribute("class") ?? "").split(" ");
  return [node.localName, node.id, node.getAttribute("data-spot") ?? "", first].join("|");
}
