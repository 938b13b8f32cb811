// Development only: everything of the kit on one page, at /app/gallery/gallery.html. No production page links here.
import "#web/ui/base/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { GalleryPage } from "./gallery-page.tsx";

const path = new URLSearchParams(location.search).get("path") ?? "/user/inventories";
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MemoryRouter initialEntries={[path]}>
        <GalleryPage />
      </MemoryRouter>
    </StrictMode>,
  );
}
