/** The login data of the demo's customer: stored by the demo's seed, shown by its login page. */
export const DEMO_LOGIN = { email: "demo@kewra.example", password: "kewra-demo" };
