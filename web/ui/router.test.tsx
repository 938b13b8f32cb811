import { type ReactNode, Suspense, use } from "react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import {
  Link,
  Navigate,
  Router,
  useDestination,
  useLocation,
  useNavigationType,
  useNextSearchParams,
  useSearchParams,
} from "./router.tsx";

function Here() {
  const { pathname, search, hash, state } = useLocation();
  const [query] = useSearchParams();
  return (
    <dl>
      <dt>address</dt>
      <dd aria-label="address">{pathname + search + hash}</dd>
      <dd aria-label="came by">{useNavigationType()}</dd>
      <dd aria-label="state">{JSON.stringify(state)}</dd>
      <dd aria-label="page">{query.get("page") ?? "none"}</dd>
    </dl>
  );
}

const fact = (name: string) => page.getByLabelText(name, { exact: true });

async function renderWithRouter(parts: ReactNode, start = "/user/home") {
  const history = memoryHistory(start);
  await render(
    <Router history={history}>
      {parts}
      <Here />
    </Router>,
  );
  return history;
}

describe("a link", () => {
  it("goes to its address without loading the page", async () => {
    const history = await renderWithRouter(<Link to="/news?page=2#latest">News</Link>);
    await page.getByRole("link", { name: "News" }).click();
    await expect.element(fact("address")).toHaveTextContent("/news?page=2#latest");
    await expect.element(fact("came by")).toHaveTextContent("PUSH");
    await expect.element(fact("page")).toHaveTextContent("2");
    expect(history.visited()).toEqual(["/user/home", "/news?page=2#latest"]);
  });

  it("passes its state to the next page", async () => {
    await renderWithRouter(
      <Link to="/user/login" state={{ from: "cart" }}>
        Log in
      </Link>,
    );
    await page.getByRole("link", { name: "Log in" }).click();
    await expect.element(fact("state")).toHaveTextContent('{"from":"cart"}');
  });

  it("to the current page adds no history entry", async () => {
    const history = await renderWithRouter(<Link to="/user/home">Inventory</Link>);
    await page.getByRole("link", { name: "Inventory" }).click();
    await expect.element(fact("came by")).toHaveTextContent("REPLACE");
    expect(history.visited()).toEqual(["/user/home"]);
  });

  it.each(["ctrlKey", "metaKey", "shiftKey", "altKey"] as const)("is left to the browser with %s", async (key) => {
    const history = await renderWithRouter(<Link to="/news">News</Link>);
    const press = new MouseEvent("click", { bubbles: true, cancelable: true, [key]: true });
    const link = page.getByRole("link", { name: "News" }).element();
    let isPrevented: boolean | undefined;
    const stop = (event: Event) => {
      isPrevented = event.defaultPrevented; // what the browser would see; the test must not open a page
      event.preventDefault();
    };
    addEventListener("click", stop, { once: true });
    link.dispatchEvent(press);
    expect(isPrevented).toBe(false);
    expect(history.visited()).toEqual(["/user/home"]);
  });
});

it("Navigate redirects as soon as it is rendered", async () => {
  const history = memoryHistory("/");
  const Start = () => (useLocation().pathname === "/" ? <Navigate to="/home" replace /> : <p>Home</p>);
  await render(
    <Router history={history}>
      <Start />
    </Router>,
  );
  await expect.element(page.getByText("Home")).toBeVisible();
  expect(history.visited()).toEqual(["/home"]);
});

describe("a page that is not ready yet", () => {
  it("leaves the previous page on screen while the address bar already shows the new address", async () => {
    let arrive = () => {};
    const ready = new Promise<void>((resolve) => (arrive = resolve));
    function Page() {
      const { search } = useLocation();
      if (search === "?page=2") use(ready);
      return <p>List {search}</p>;
    }
    const Bar = () => <output aria-label="bar">{useDestination().search}</output>;
    const Query = () => <output aria-label="query">{useNextSearchParams().get("page")}</output>;
    await renderWithRouter(
      <>
        <Bar />
        <Query />
        <Link to="/user/inventories?page=2">Next page</Link>
        <Suspense fallback="Nothing">
          <Page />
        </Suspense>
      </>,
      "/user/inventories?page=1",
    );
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.element(fact("bar")).toHaveTextContent("?page=2");
    await expect.element(fact("query")).toHaveTextContent("2");
    await expect.element(page.getByText("List ?page=1")).toBeVisible();
    arrive();
    await expect.element(page.getByText("List ?page=2")).toBeVisible();
  });
});
