/** Counts the steps of tasks: a press, a field that is filled, a paste. */

import { expect, type Locator, type Page } from "@playwright/test";

interface Task {
  task: string;
  steps: number;
  seconds: number;
}

/** Takes the steps of tasks, and counts them. */
export function countSteps() {
  const tasks: Task[] = [];
  let steps = 0;
  const step = <T>(taken: Promise<T>) => {
    steps += 1;
    return taken;
  };
  return {
    tasks,
    /** @param most the steps that the task may take */
    async task(task: string, most: number, work: () => Promise<void>): Promise<void> {
      steps = 0;
      const from = performance.now();
      await work();
      tasks.push({ task, steps, seconds: (performance.now() - from) / 1000 });
      expect(steps, task).toBeLessThanOrEqual(most);
    },
    press: (target: Locator) => step(target.click()),
    fill: (field: Locator, text: string) => step(field.fill(text)),
    choose: (field: Locator, option: string) => step(field.selectOption(option)),
    upload: (field: Locator, name: string, rows: readonly string[]) =>
      step(field.setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(rows.join("\r\n")) })),
    key: (page: Page, key: string) => step(page.keyboard.press(key)),
    paste: (field: Locator, text: string) =>
      step(
        field.evaluate((element, pasted) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", pasted);
          element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }, text),
      ),
  };
}

/** Prints the steps and seconds of each task. */
export function printTasks(tasks: readonly Task[]): void {
  const rows = tasks.map(({ task, steps, seconds }) => `${task.padEnd(46)}${steps} steps  ${seconds.toFixed(1)} s`);
  process.stdout.write(`${rows.join("\n")}\n`);
}
