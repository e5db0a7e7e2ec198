/** The login of the demo's customer: the demo's seed stores it, the login page shows it. */
export const DEMO_LOGIN = { email: "demo@kewra.example", password: "kewra-demo" };
