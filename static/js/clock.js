// The time as the pages write it: 21:14; of another day, Thu 26 Nov, 21:14.

export function clock(moment) {
  const then = new Date(moment);
  const today = then.toDateString() === new Date().toDateString();
  const day = today ? {} : { weekday: "short", day: "numeric", month: "short" };
  return then.toLocaleString("en-GB", { ...day, hour: "2-digit", minute: "2-digit" });
}
