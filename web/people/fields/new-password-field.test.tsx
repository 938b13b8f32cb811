import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { NewPasswordField } from "./new-password-field.tsx";
import { LiveRegion } from "#web/ui/accessibility.tsx";

function Example() {
  const [password, setPassword] = useState("");
  return (
    <>
      <NewPasswordField
        name="password"
        label="Password"
        minLength={8}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <LiveRegion />
    </>
  );
}

it("the new password field announces the strength after a pause, and keeps it out of its description", async () => {
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
