/** How to log in to the demo shop as its customer: kept by the demo's seed, shown by its log-in page, and of no use anywhere else. */
export const DEMO_LOGIN = { email: "demo@kewra.example", password: "kewra-demo" };
