export function minutesAfter(timestamp: Date, minutes: number): Date {
  return new Date(timestamp.getTime() + minutes * 60_000);
}
