/* --- pages beside the table open over it, and closing them is the way back --- */
const isBeside = (to) => /^\/(rules|settings|keys)|\/(tools|leave)$/.test(to.pathname);
/* An open panel is a step of the browser's history, so its way back closes it too. Inside a chat the chat's own arrow does. */
let isStep = false, stepped = () => {};
function shut() {
	$("dialog.panel")?.close();
	return isStep && new Promise((done) => { stepped = done; });
}
addEventListener("popstate", () => { if (isStep) { isStep = false; stepped(); shut(); } });
if (history.state?.panel) history.back();
function panel(tree) {
	const old = $("dialog.panel"), dialog = old || create("dialog", "panel"), close = create("button", "shut", say.close);
	close.onclick = shut;
	dialog.replaceChildren(make(beside(tree)), close);
	if (!old) {
		const from = document.activeElement;
		dialog.onclose = () => { dialog.remove(); from?.focus(); if (isStep) history.back(); };
		dialog.onclick = (event) => { if (event.target === dialog) shut(); };
		document.body.append(dialog);
		dialog.showModal();
		isStep = "state" in history;
		if (isStep) history.pushState({ panel: 1 }, "", location.href);
	}
	dialog.scrollTop = 0;
	dialog.ariaLabel = $("h1", dialog)?.textContent || "";
	close.focus();
}
/* Its ids must not meet those of the table. */
function beside(node) {
	if (!Array.isArray(node)) return node;
	const { id, ...rest } = node[1];
	if (id) Object.assign(rest, { id: "p-" + id });
	return [node[0], rest, ...node.slice(2).map(beside)];
}
async function open(to) {
	const answer = await fetch(to.pathname + to.search, { headers: { "X-Script": "1" } });
	if (!answer.ok || answer.redirected) { location.assign(to); return; }
	panel((await answer.json()).tree);
	const wanted = to.hash && document.getElementById("p-" + to.hash.slice(1));
	if (wanted) { wanted.classList.add("target"); wanted.scrollIntoView(); }
}
function save(blob, name) {
	const way = Object.assign(create("a"), { href: URL.createObjectURL(blob), download: name });
	way.click();
	setTimeout(() => URL.revokeObjectURL(way.href), 10000);
}
on("change", (event) => {
	const form = event.target.form;
	if (form && "auto" in form.dataset && event.target.type !== "text" && event.target.name !== "push") form.requestSubmit();
});
