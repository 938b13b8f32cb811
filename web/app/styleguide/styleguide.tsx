// Development only: the component kit on one page, at /styleguide. Nothing in production links to it.
import "#web/ui/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createFixedHistory } from "#web/ui/router/browser-history.ts";
import { Router } from "#web/ui/router/router.tsx";
import { StyleguidePage } from "./styleguide-page.tsx";

const path = new URLSearchParams(location.search).get("path") ?? "/user/inventories";
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Router history={createFixedHistory(path)}>
        <StyleguidePage />
      </Router>
    </StrictMode>,
  );
}
