/** A time that somebody sits at, in milliseconds; its end is not in it. */
interface Time {
  from: number
  to: number
}

/** A sitting with its rooms in the order in which they are filled, and the seats that are taken already. */
export interface Sitting extends Time {
  id: string
  subjectId: string
  rooms: readonly { name: string; seats: number }[]
  /** Taken seats, as `placeOf` writes them. */
  taken: ReadonlySet<string>
}

/** A person with the subjects they need a seat for, and the times at which they sit already. */
export interface Candidate {
  id: string
  subjectIds: readonly string[]
  busy: readonly Time[]
}

/** A seat that was found for somebody. */
interface AssignedSeat {
  applicationId: string
  subjectId: string
  sessionId: string
  room: string
  seatNo: number
}

/** Text that names a seat of a sitting. */
export const placeOf = (room: string, seatNo: number) => `${seatNo} ${room}`

/** Seats of a sitting that are free, room by room. */
function* freeOf({ rooms, taken }: Sitting): Generator<{ room: string; seatNo: number }> {
  for (const { name, seats } of rooms)
    for (let seatNo = 1; seatNo <= seats; seatNo++)
      if (!taken.has(placeOf(name, seatNo))) yield { room: name, seatNo }
}

/**
 * Assigns a seat to each person for each of their subjects: the next free one of the first sitting of the subject that
 * meets no other of theirs. Returns how many seats are missing as well, and the first person and subject that no seat can
 * help: each of its sittings meets another of theirs, or it has none. With any of these, none is to be used.
 */
export function assignSeats(
  candidates: readonly Candidate[],
  sittings: readonly Sitting[],
): { seats: AssignedSeat[]; missing: number; blocked: { applicationId: string; subjectId: string } | null } {
  const ofSubject = Map.groupBy(
    sittings.map((sitting) => {
      const free = freeOf(sitting)
      return { sitting, free, next: free.next() }
    }),
    ({ sitting }) => sitting.subjectId,
  )
  const seats: AssignedSeat[] = []
  let missing = 0
  let blocked: { applicationId: string; subjectId: string } | null = null
  for (const { id: applicationId, subjectIds, busy } of candidates) {
    const times: Time[] = [...busy]
    for (const subjectId of subjectIds) {
      const fitting = (ofSubject.get(subjectId) ?? []).filter(
        ({ sitting }) => !times.some((time) => time.from < sitting.to && sitting.from < time.to),
      )
      const open = fitting.find(({ next }) => !next.done)
      if (!open || open.next.done) {
        if (fitting.length === 0) blocked ??= { applicationId, subjectId }
        missing++
        continue
      }
      const { room, seatNo } = open.next.value
      seats.push({ applicationId, subjectId, sessionId: open.sitting.id, room, seatNo })
      times.push(open.sitting)
      open.next = open.free.next()
    }
  }
  return { seats, missing, blocked }
}

/** The number of a ticket: the year, and the count of the project’s tickets. */
export const ticketNoOf = (year: number, count: number) => `${year}${String(count).padStart(6, '0')}`
