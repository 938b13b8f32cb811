import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { reachBy } from "#web/lib/call.ts";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LiveRegion } from "#web/ui/accessibility.tsx";
import { NewPasswordField } from "./login-fields.tsx";

function Example() {
  const [password, setPassword] = useState("");
  return (
    <QueryClientProvider client={new QueryClient()}>
      <NewPasswordField
        name="password"
        label="Password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <LiveRegion />
    </QueryClientProvider>
  );
}

it("the new password field announces the strength after a pause, and keeps it out of its description", async () => {
  reachBy(() => new Promise(() => undefined)); // the library doesn't say how long a password must be
  await render(<Example />);
  const field = page.getByLabelText("Password", { exact: true });
  const announcement = () => document.querySelector("[data-said]");
  await field.click();
  await userEvent.keyboard("apple");
  await expect.element(page.getByText("Too short.").first()).toBeVisible();
  expect(announcement()).toHaveTextContent("");
  await expect.poll(() => announcement()?.textContent).toBe("Strength: Too short.");
  await userEvent.keyboard(" pie and pears");
  await expect.poll(() => announcement()?.textContent).toBe("Strength: Good.");
  await expect.element(field).toHaveAccessibleDescription("Use at least 8 characters.");
});
