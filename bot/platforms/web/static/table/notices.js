/* --- the script's own notices --- */
function tell(kind, text, bad = false, action = null, rule = null) {
	const place = $("#p-notices") || $("#notices");
	$$(`[data-local=${kind}]`).forEach((old) => old.remove());
	if (!place) return;
	if (!text) return;
	const line = create("p", bad ? "notice bad" : "notice"), button = create("button", "", action ? action[0] : say.close);
	line.dataset.local = kind;
	line.role = bad ? "alert" : "status";
	button.type = "button";
	button.onclick = () => { line.remove(); action?.[1](); };
	line.append(create("span", "", text), button);
	if (rule) {
		const way = Object.assign(create("a", "", rule[0]), { href: rule[1] });
		way.dataset.panel = "";
		line.firstChild.append(" ", way);
	}
	place.append(line);
}
