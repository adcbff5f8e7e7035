/* --- acting: a request has an id of its own, so it acts once however often it is sent --- */
let waiting = null;
async function act(form, submitter) {
	closeList();
	const body = fieldsOf(form);
	if (submitter?.name) body.append(submitter.name, submitter.value);
	body.set("request", Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-"));
	mark(submitter, "aria-busy", "true");
	waiting = { action: form.getAttribute("action"), body, line: $("#line")?.value };
	await flush();
	submitter?.removeAttribute("aria-busy");
}
async function flush() {
	if (!waiting || waiting.busy) return;
	const sent = waiting;
	sent.busy = true;
	const slow = setTimeout(() => tell("sending", say.sending), 1000);
	try {
		const answer = await post(sent.action, sent.body);
		clearTimeout(slow);
		if (answer.status === 429) { sent.busy = false; setTimeout(flush, 1000 * (answer.headers.get("Retry-After") || 3)); return; }
		if (waiting === sent) waiting = null;
		tell("sending", "");
		if (!answer.ok) { tell("said", await answer.text() || String(answer.status), true); return; }
		const file = /filename="(.+)"/.exec(answer.headers.get("Content-Disposition"));
		if (file) { save(await answer.blob(), file[1]); return; }
		const result = await answer.json();
		if (result.tree) { panel(result.tree); sentOff(sent); } else await done(result, sent);
	} catch {
		sent.busy = false;
		tell("sending", say.sending, false, [say.do_not_send, () => { waiting = null; }]);
		setTimeout(flush, 1500);
	} finally { clearTimeout(slow); }
}
/* What somebody has begun to type meanwhile is left alone. */
function sentOff(sent) {
	const line = $("#line");
	if (line && line.value === sent.line) line.value = "";
}
async function done(result, sent) {
	const to = new URL(result.go, location.href), here = to.pathname === location.pathname, inside = $("dialog.panel");
	if (inside && (here || result.bad)) { if (!result.bad) await shut(); }
	else if (inside && isBeside(to)) { await open(to); tell("said", result.quiet ? "" : result.say, result.bad, null, result.rule); await refresh().catch(missed); return; }
	tell("said", result.quiet ? "" : result.say, result.bad, null, result.rule);
	if (inside && result.bad) return;
	const line = $("#line");
	if (!result.bad) sentOff(sent);
	const isTyping = line?.value && document.activeElement === line;
	if (!here || !page.refresh) { location.assign(to); if (here) location.reload(); return; }
	const view = new URLSearchParams(location.search).get("view");
	if (view) to.searchParams.set("view", view);
	const where = to.pathname.replace(/\/$/, "") + "/state" + to.search;
	to.searchParams.delete("view");
	history.replaceState(null, "", to.pathname + to.search + (view ? (to.search ? "&" : "?") + "view=" + view : ""));
	page.refresh = where;
	await refresh(where, !result.bad && !isTyping && !inside).catch(missed);
	const said = $("#said");
	if (result.quiet && said) said.textContent = result.say;
}
on("submit", (event) => {
	const form = event.target;
	if (form.method !== "post") { if (form.closest("dialog.panel")) { stop(event); open(new URL(form.getAttribute("action") + "?" + fieldsOf(form), location.href)); } return; }
	if ("page" in form.dataset || form.enctype === "multipart/form-data") return;
	stop(event);
	act(form, event.submitter);
});
