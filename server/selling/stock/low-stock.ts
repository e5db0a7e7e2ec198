/** With this many available units or fewer, a size is low on stock: pages show how many are left, and staff is reminded to order. */
export const LOW_STOCK = 5;
