import { aSchoolDirectory } from "#server/test/schools/a-school-directory.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { expect, test } from "#e2e/test.ts";

/** Every upload has the same schools, so that journeys don't close each other's. */
const content = aSchoolDirectory(60, {
  0: { School: "Wheatfield Elementary", District: "Wheatfield Unified", City: "Wheatfield", Zip: "93999" },
  1: { School: "Wheatfield High", District: "Wheatfield Unified", City: "Wheatfield", Zip: "93999" },
});

test("a borrower picks their school from suggestions, which fill in the district", async ({ page, library }) => {
  const manager = await clerkOf(library.address);
  const file = new FormData();
  file.set("uploadFile", new File([content], "pubschls.txt"));
  await manager.tell("Schools/UploadDirectory", file);

  await page.goto("/user/register");
  await tabTo(page, "combobox", "School name");
  const list = page.getByRole("listbox", { name: "Suggestions" });
  await page.keyboard.type("wheatf hi");
  await expect(list.getByRole("option").first()).toHaveAccessibleName(
    /^Wheatfield High Wheatfield Unified, Wheatfield/,
  );
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(list).toBeHidden();
  await expect(page.getByLabel("School name")).toHaveValue("Wheatfield High");
  await expect(page.getByLabel("School district")).toHaveValue("Wheatfield Unified");
  await expect(page.getByLabel("City")).toHaveValue("Wheatfield");
  await expect(page.getByLabel("Zip")).toHaveValue("93999");

  await page.getByLabel("City").fill("Elsewhere");
  await page.getByLabel("School name").fill("");
  await page.getByLabel("School name").pressSequentially("wheatfield el");
  await list.getByRole("option", { name: /^Wheatfield Elementary/ }).click();
  await expect(page.getByLabel("School name")).toHaveValue("Wheatfield Elementary");
  await expect(page.getByLabel("City")).toHaveValue("Elsewhere");

  await page.getByLabel("School name").fill("A school of nobody's list");
  await expect(list).toBeHidden();
  await page.getByLabel("School district").fill("");
  await page.getByLabel("School district").pressSequentially("wheatf");
  await list.getByRole("option", { name: /^Wheatfield Unified/ }).click();
  await expect(page.getByLabel("School name")).toHaveValue("A school of nobody's list");
});

test("staff upload the directory and find borrowers by county", async ({ page, library }) => {
  const { repeatEachIndex: time } = test.info();
  const name = `wheat-${time}`;
  const school = { schoolName: "Wheatfield Elem. School", schoolDistrict: "Wheatfield USD" };
  await newBorrower(library.address, name, school);
  await (await clerkOf(library.address)).enter(page);
  await page.goto("/admin/schools");
  const buffer = Buffer.from(content);
  const fileInput = page.getByRole("group", { name: "Upload a directory file" }).locator("input");
  await fileInput.setInputFiles({
    name: "wrong.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("CDSCode\tSchool\n"),
  });
  await expect(page.getByText(/Missing: StatusType, County/)).toBeVisible();
  await fileInput.setInputFiles({ name: "pubschls.txt", mimeType: "text/plain", buffer });
  await expect(page.getByText(/^pubschls\.txt, .* added, .* changed, .* closed$/)).toBeVisible();
  await page.goto(`/admin/borrowers?q=${name}`);
  await page.getByRole("textbox", { name: "County" }).fill("Made-up 2");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No borrowers match.")).toBeVisible();
  await page.getByRole("textbox", { name: "County" }).fill("Made-up 1 County");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/county=Made-up/);
  await expect(page.getByText("1 borrower", { exact: true })).toBeVisible();
  await page.getByRole("row").getByRole("link").first().click();
  await expect(page.getByText("Wheatfield Elementary, Wheatfield Unified, Made-up 1 County")).toBeVisible();
});
