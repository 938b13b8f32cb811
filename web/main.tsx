import { createRoot } from "react-dom/client";
import "#web/ui/base/styles.css";
import { Providers } from "#web/app/providers.tsx";
import { createApp } from "#web/app/create-app.ts";

const root = document.getElementById("root");
if (root) createRoot(root).render(<Providers {...createApp()} />);
