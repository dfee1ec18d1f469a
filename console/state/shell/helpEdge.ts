/** The user details for the help's chat. */
export interface HelpedUser {
  name: string;
  email: string;
}

/** What the console asks of our own widget, which its server offers as a module; embed/types.ts has all of it. */
export interface HelpWidget {
  ready: Promise<void>;
  open(): Promise<void>;
  identify(user: HelpedUser): Promise<unknown>;
  logout(): Promise<void>;
  destroy(): Promise<void>;
}

export interface HelpModule {
  createWidget(options: {
    token: string;
    mode: "none";
    theme: "auto";
    identity?: HelpedUser;
  }): Promise<HelpWidget | null>;
}

/** How the widget's module comes here; a value, so that tests can put their own in its place. */
export const helpEdge = {
  load: (address: string): Promise<HelpModule> => import(/* @vite-ignore */ address),
};
