"use strict";
/* Hears that it is somebody's move while no page is seen; an empty title takes it back. */
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("push", (event) => event.waitUntil((async () => {
	const said = event.data.json(), open = await clients.matchAll({ type: "window", includeUncontrolled: true });
	const before = await registration.getNotifications({ tag: said.tag });
	before.forEach((note) => note.close());
	if (!said.title || open.some((page) => page.visibilityState === "visible")) return;
	await registration.showNotification(said.title, { tag: said.tag, data: { go: "/t/" + said.tag } });
})()));
addEventListener("notificationclick", (event) => event.waitUntil((async () => {
	event.notification.close();
	const [page] = await clients.matchAll({ type: "window", includeUncontrolled: true });
	await (page ? page.focus() : clients.openWindow(event.notification.data.go));
})()));
