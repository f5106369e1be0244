/** Runs once after all test files, in the process of global-setup.ts. */
export default async function stopSharedPostgres() {
  await globalThis.sharedPostgres?.stop()
}
