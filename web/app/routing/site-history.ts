import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router";
import { leavingQuestion } from "#web/lib/leave-guard.ts";

type BrowserHistory = ReturnType<typeof createBrowserHistory>;
type Listener = Parameters<BrowserHistory["listen"]>[0];

/** The address bar, with one thing added: a page with unsaved work is asked before it is left. */
export type SiteHistory = BrowserHistory;

/** The address bar of this window. Made once. */
export function createSiteHistory(): SiteHistory {
  const history = createBrowserHistory({ window, v5Compat: true });
  const guarded =
    (go: BrowserHistory["push"]): BrowserHistory["push"] =>
    (to, state) => {
      const { pathname } = history.createURL(typeof to === "string" ? to : history.createHref(to));
      const ask = pathname === history.location.pathname ? undefined : leavingQuestion();
      if (!ask) go(to, state);
      else void ask().then((isMeant) => isMeant && go(to, state));
    };
  const go = {
    push: guarded(history.push.bind(history)),
    replace: guarded(history.replace.bind(history)),
    listen: askedFirst(history),
  };
  // its own properties are getters: they must stay on the object that has them
  return Object.assign(history, go);
}

/** Back and Forward have happened when they are told: they are undone first, asked about, and done again. */
function askedFirst(history: BrowserHistory): BrowserHistory["listen"] {
  const listen = history.listen.bind(history);
  let passing = 0; // moves of our own still to come, of which nobody is told
  let meant = false;
  return (listener: Listener) =>
    listen((update) => {
      if (passing > 0) {
        passing -= 1;
        return;
      }
      const ask = leavingQuestion();
      if (update.action !== "POP" || !ask || meant || !update.delta) {
        meant = false;
        listener(update);
        return;
      }
      const { delta } = update;
      passing += 1;
      history.go(-delta);
      void ask().then((isMeant) => {
        meant = isMeant;
        if (isMeant) history.go(delta);
      });
    });
}
