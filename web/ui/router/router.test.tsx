import { type ReactNode, Suspense, use } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import {
  Link,
  Navigate,
  Router,
  useDestination,
  useLocation,
  useNavigate,
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

async function shown(parts: ReactNode, start = "/user/home") {
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
    const history = await shown(<Link to="/news?page=2#latest">News</Link>);
    await page.getByRole("link", { name: "News" }).click();
    await expect.element(fact("address")).toHaveTextContent("/news?page=2#latest");
    await expect.element(fact("came by")).toHaveTextContent("PUSH");
    await expect.element(fact("page")).toHaveTextContent("2");
    expect(history.visited()).toEqual(["/user/home", "/news?page=2#latest"]);
  });

  it("is a real one, so that it can be copied", async () => {
    await shown(<Link to="/news">News</Link>);
    await expect.element(page.getByRole("link", { name: "News" })).toHaveAttribute("href", "/news");
  });

  it("is followed by Enter", async () => {
    await shown(<Link to="/news">News</Link>);
    page.getByRole("link", { name: "News" }).element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(fact("address")).toHaveTextContent("/news");
  });

  it("hands over what the next page is to know", async () => {
    await shown(
      <Link to="/user/login" state={{ from: "cart" }}>
        Log in
      </Link>,
    );
    await page.getByRole("link", { name: "Log in" }).click();
    await expect.element(fact("state")).toHaveTextContent('{"from":"cart"}');
  });

  it("to the page one is on leaves no second entry behind", async () => {
    const history = await shown(<Link to="/user/home">Inventory</Link>);
    await page.getByRole("link", { name: "Inventory" }).click();
    await expect.element(fact("came by")).toHaveTextContent("REPLACE");
    expect(history.visited()).toEqual(["/user/home"]);
  });

  it.each(["ctrlKey", "metaKey", "shiftKey", "altKey"] as const)("is the browser's own with %s", async (key) => {
    const history = await shown(<Link to="/news">News</Link>);
    const press = new MouseEvent("click", { bubbles: true, cancelable: true, [key]: true });
    const link = page.getByRole("link", { name: "News" }).element();
    let left: boolean | undefined;
    const stop = (event: Event) => {
      left = event.defaultPrevented; // what the browser would have seen; here it must not open a page
      event.preventDefault();
    };
    addEventListener("click", stop, { once: true });
    link.dispatchEvent(press);
    expect(left).toBe(false);
    expect(history.visited()).toEqual(["/user/home"]);
  });

  it("stays where its owner has said so", async () => {
    const history = await shown(
      <Link to="/news" onClick={(event) => event.preventDefault()}>
        News
      </Link>,
    );
    await page.getByRole("link", { name: "News" }).click();
    expect(history.visited()).toEqual(["/user/home"]);
  });
});

describe("Back", () => {
  it("leads to the page before, as one came by it", async () => {
    const history = await shown(<Link to="/news">News</Link>);
    await page.getByRole("link", { name: "News" }).click();
    await expect.element(fact("address")).toHaveTextContent("/news");
    history.go(-1);
    await expect.element(fact("address")).toHaveTextContent("/user/home");
    await expect.element(fact("came by")).toHaveTextContent("POP");
  });

  it("does not lead to a page that was replaced", async () => {
    function Mover() {
      const navigate = useNavigate();
      return <button onClick={() => void navigate("/user/login", { replace: true })}>Move</button>;
    }
    const history = await shown(<Mover />);
    await page.getByRole("button", { name: "Move" }).click();
    await expect.element(fact("address")).toHaveTextContent("/user/login");
    expect(history.visited()).toEqual(["/user/login"]);
  });
});

it("redirects as soon as it is rendered, to the given address", async () => {
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
  it("leaves the one before it on the screen, and is named by the address bar all the same", async () => {
    let arrive = () => {};
    const ready = new Promise<void>((resolve) => (arrive = resolve));
    function Page() {
      const { search } = useLocation();
      if (search === "?page=2") use(ready);
      return <p>List {search}</p>;
    }
    const Bar = () => <output aria-label="bar">{useDestination().search}</output>;
    const Kept = () => <output aria-label="kept">{useNextSearchParams().get("page")}</output>;
    await shown(
      <>
        <Bar />
        <Kept />
        <Link to="/user/inventories?page=2">Next page</Link>
        <Suspense fallback="Nothing">
          <Page />
        </Suspense>
      </>,
      "/user/inventories?page=1",
    );
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.element(fact("bar")).toHaveTextContent("?page=2");
    await expect.element(fact("kept")).toHaveTextContent("2");
    await expect.element(page.getByText("List ?page=1")).toBeVisible();
    arrive();
    await expect.element(page.getByText("List ?page=2")).toBeVisible();
  });
});
