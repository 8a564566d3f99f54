// What a page asks for and does: a question as GET, an act as POST; what is refused comes as an error with its sentence.

export class NotDone extends Error {
  constructor(status, { code = "", message = "", at = "" } = {}) {
    super(message || `the service answered ${status}`);
    Object.assign(this, { status, code, at });
  }
}

async function answered(request) {
  let answer;
  try {
    answer = await request;
  } catch {
    throw new NotDone(0, { code: "no_answer", message: "the service does not answer: nothing was done" });
  }
  const record = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new NotDone(answer.status, record.error);
  return record;
}

export const ask = (path) => answered(fetch(path, { headers: { Accept: "application/json" } }));

export const act = (path, fields = {}) =>
  answered(
    fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(fields),
    }),
  );

// Who we are here: {role, by, table}; role is null when this browser may not read.
export const me = () => ask("/v1/me");
