import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Fetched } from "./loading.tsx";
import { combineQueries } from "#web/ui/data/paged-list.tsx";

let answer: () => Promise<string[]>;
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

const useTitles = () => useQuery({ queryKey: ["titles"], queryFn: async () => answer() });

function Titles() {
  return (
    <Fetched query={useTitles()} what="titles" skeleton={<i>Soon</i>} empty="No titles yet.">
      {(titles) => titles.map((title) => <p key={title}>{title}</p>)}
    </Fetched>
  );
}

function TwoLists() {
  const codes = useQuery({ queryKey: ["codes"], queryFn: () => ["Book"] });
  const both = combineQueries({ titles: useTitles(), codes });
  return (
    <Fetched query={both} what="lists" skeleton={<i>Soon</i>}>
      {(lists) => <p>{[...lists.titles, ...lists.codes].join()}</p>}
    </Fetched>
  );
}

const show = (what = <Titles />) => render(<QueryClientProvider client={client}>{what}</QueryClientProvider>);
const fail = () => Promise.reject(new Error("Busy"));
const note = page.getByText("This couldn’t be refreshed.");
const again = page.getByRole("button", { name: "Try again" });

it("fetched data is announced as loading, then shown", async () => {
  let resolve: (titles: string[]) => void = () => undefined;
  answer = () => new Promise((done) => (resolve = done));
  await show();
  await expect.element(page.getByText("Loading titles")).toBeInTheDocument();
  resolve(["Water"]);
  await expect.element(page.getByText("Water")).toBeVisible();
  await expect.element(page.getByText("Loading titles")).not.toBeInTheDocument();
});

it("a failed fetch shows an error and can be retried", async () => {
  answer = fail;
  await show();
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer = async () => ["Water"];
  await again.click();
  await expect.element(page.getByText("Water")).toBeVisible();
});

it("the retry button stays during a retry, and then the focus moves to the section's heading", async () => {
  answer = fail;
  await show(
    <main>
      <h1>Elsewhere</h1>
      <section>
        <h2>Titles</h2>
        <Titles />
      </section>
    </main>,
  );
  let settle: { resolve: (titles: string[]) => void; reject: (error: Error) => void } | undefined;
  answer = () => new Promise((resolve, reject) => (settle = { resolve, reject }));
  await expect.element(again).toBeVisible();
  again.element().focus();
  await again.click();
  await expect.element(again).toHaveFocus();
  settle?.reject(new Error("Busy"));
  await expect.element(again).not.toHaveAttribute("aria-busy");
  await expect.element(again).toHaveFocus();
  await again.click();
  settle?.resolve(["Water"]);
  await expect.element(page.getByRole("heading", { name: "Titles" })).toHaveFocus();
});

it("a failed refresh keeps the data and shows a note with a retry", async () => {
  answer = async () => ["Water"];
  await show();
  await expect.element(page.getByText("Water")).toBeVisible();
  const row = page.getByText("Water").element();
  answer = fail;
  await client.refetchQueries();
  await expect.element(note).toBeVisible();
  expect(page.getByText("Water").element()).toBe(row);
  answer = async () => ["Water", "Sleep"];
  await again.click();
  await expect.element(page.getByText("Sleep")).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  expect(page.getByText("Water").element()).toBe(row);
});

it("an empty list shows its empty text", async () => {
  answer = async () => [];
  await show();
  await expect.element(page.getByText("No titles yet.")).toBeVisible();
});

it("combined queries appear once all have loaded, and a retry refetches only the failed ones", async () => {
  answer = fail;
  await show(<TwoLists />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer = async () => ["Water"];
  await again.click();
  await expect.element(page.getByText("Water,Book")).toBeVisible();
});
