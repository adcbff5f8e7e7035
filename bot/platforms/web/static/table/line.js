let typing = 0, asked = 0;
function closeList() {
	const line = $("#line");
	clearTimeout(typing);
	asked++;
	$(".complete")?.remove();
	mark(line, "aria-expanded", "false");
	line?.removeAttribute("aria-activedescendant");
}
async function complete(line) {
	const form = line.form, body = fieldsOf(form), mine = ++asked;
	if (!line.value.trim() || line.value.startsWith("/")) { closeList(); return; }
	const answer = await post(form.getAttribute("action") + "?dry=1", body), found = answer.ok && await answer.json();
	if (!found || mine !== asked || document.activeElement !== line) return;
	const box = create("div", "complete"), reads = create("p", "reads"), list = create("div");
	$(".complete")?.remove();
	box.dataset.local = "complete";
	reads.role = "status";
	const add = (tag, text) => reads.append(create(tag, "", text));
	if (found.reads.length) { add("em", say.reads); found.reads.forEach((part) => add("span", part)); }
	if (found.next) add("em", say.then + " " + found.next);
	if (found.bad) add("em", found.bad);
	Object.assign(list, { id: "list", role: "listbox", ariaLabel: line.placeholder });
	found.options.forEach((option, index) => {
		const entry = Object.assign(create("div"), { id: "c" + index, role: "option", ariaSelected: "false" });
		entry.append(create("span", "", option.line), create("small", "", option.note));
		entry.onpointerdown = (event) => { stop(event); take(line, option.line); };
		list.append(entry);
	});
	box.append(reads, list);
	line.form.append(box);
	mark(line, "aria-expanded", found.options.length > 0);
}
function take(line, text) { line.value = text + " "; complete(line); }
on("input", (event) => {
	if (event.target.id === "line") { clearTimeout(typing); typing = setTimeout(() => complete(event.target).catch(() => {}), 120); }
});
on("focusin", (event) => document.body.classList.toggle("typing", event.target.id === "line"));
