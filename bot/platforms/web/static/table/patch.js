/* --- patching [tag, attributes, ...children] onto what is there --- */
const keyOf = (node) => node[1].id || node[1]["data-key"] || "", keyIn = (element) => element.id || element.dataset.key || "";
function make(node, inSvg) {
	if (!Array.isArray(node)) return document.createTextNode(node);
	const drawn = inSvg || node[0] === "svg", element = drawn ? document.createElementNS(SVG, node[0]) : document.createElement(node[0]);
	for (const [name, value] of Object.entries(node[1])) element.setAttribute(name, value);
	element.append(...node.slice(2).map((child) => make(child, drawn)));
	return element;
}
const fits = (old, node) => Array.isArray(node)
	? old.nodeType === 1 && old.localName === node[0].toLowerCase() && keyIn(old) === keyOf(node)
	: old.nodeType === 3;
function patch(old, node) {
	if (!Array.isArray(node)) { if (old.data !== node) old.data = node; return; }
	const [, attributes, ...children] = node;
	for (const name of old.getAttributeNames()) if (!(name in attributes) && !/^style|open$/.test(name)) old.removeAttribute(name);
	for (const [name, value] of Object.entries(attributes)) {
		if (old.getAttribute(name) === value) continue;
		if (name === "src" && old.localName === "img") swap(old, value); else old.setAttribute(name, value);
	}
	patchChildren(old, children);
	if (old.form && "auto" in old.form.dataset) asSaved(old, attributes);
}
/* What is saved as soon as it is chosen shows what was saved, not what was touched. */
function asSaved(old, attributes) {
	if (old.localName === "select") old.value = ($("[selected]", old) || old.options[0])?.value;
	else if (/checkbox|radio/.test(old.type)) old.checked = "checked" in attributes;
}
function patchChildren(parent, nodes) {
	const there = [...parent.childNodes].filter((child) => !(child.dataset && child.dataset.local));
	let at = 0;
	for (const node of nodes) {
		let found = there.findIndex((child, index) => index >= at && fits(child, node));
		if (found > at && !(Array.isArray(node) && keyOf(node))) found = -1;
		if (found < 0) {
			const fresh = make(node, parent.namespaceURI === SVG);
			parent.insertBefore(fresh, there[at] || null);
			there.splice(at, 0, fresh);
		} else {
			while (at < found) { there[at].remove(); there.splice(at, 1); found--; }
			patch(there[at], node);
		}
		at++;
	}
	while (there.length > at) there.pop().remove();
}
/* The picture that was asked for last, however long an earlier one takes to be drawn. */
const wanted = new WeakMap();
function swap(image, source) {
	const next = new Image();
	wanted.set(image, source);
	next.onload = next.onerror = () => { if (wanted.get(image) === source) image.src = source; };
	next.src = source;
}
