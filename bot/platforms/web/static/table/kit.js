"use strict";
/* The page works without this. */
const $ = (query, root = document) => root.querySelector(query), $$ = (query, root = document) => [...root.querySelectorAll(query)];
const root = document.documentElement, say = JSON.parse(root.dataset.words || "{}"), SVG = "http://www.w3.org/2000/svg";
const page = { refresh: root.dataset.refresh, name: root.dataset.name, rev: root.dataset.rev, pane: "", seen: Date.now(), mine: +root.dataset.mine || 0 };
root.classList.add("js");

const on = (type, run) => document.addEventListener(type, run), mark = (element, name, value) => element?.setAttribute(name, String(value));
const create = (tag, kind = "", text = "") => Object.assign(document.createElement(tag), { className: kind, textContent: text });
const stop = (event) => event.preventDefault();
const fieldsOf = (form) => new URLSearchParams(new FormData(form));
const post = (where, body) => fetch(where, { method: "POST", body, headers: { "X-Script": "1" } });
