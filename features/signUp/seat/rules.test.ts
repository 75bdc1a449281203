import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignSeats, type Candidate, placeOf, type Sitting, ticketNoOf } from './rules.ts'

const sitting = (
  id: string,
  subjectId: string,
  from: number,
  seats: number[],
  taken: string[] = [],
): Sitting => ({
  id,
  subjectId,
  from,
  to: from + 2,
  rooms: seats.map((count, at) => ({ name: `R${at + 1}`, seats: count })),
  taken: new Set(taken),
})
const people = (count: number, ...subjectIds: string[]): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({ id: `p${at + 1}`, subjectIds, busy: [] }))
const shown = ({ seats }: ReturnType<typeof assignSeats>) =>
  seats.map(({ applicationId, sessionId, room, seatNo }) => `${applicationId} ${sessionId} ${room} ${seatNo}`)

test('rooms are filled one after the other, then the next sitting; what is taken stays taken', () => {
  const sittings = [sitting('s1', 'a', 9, [1, 2], [placeOf('R2', 1)]), sitting('s2', 'a', 13, [5])]
  const result = assignSeats(people(3, 'a'), sittings)
  assert.deepEqual(shown(result), ['p1 s1 R1 1', 'p2 s1 R2 2', 'p3 s2 R1 1'])
  assert.equal(result.missing, 0)
})

test('nobody sits two subjects at one time, nor beside a seat they have', () => {
  const sittings = [sitting('a1', 'a', 9, [9]), sitting('b1', 'b', 10, [9]), sitting('b2', 'b', 11, [9])]
  assert.deepEqual(shown(assignSeats(people(1, 'a', 'b'), sittings)), ['p1 a1 R1 1', 'p1 b2 R1 1'])
  const busy = [{ id: 'p1', subjectIds: ['b'], busy: [{ from: 9, to: 12 }] }]
  const clash = { applicationId: 'p1', subjectId: 'b' }
  assert.deepEqual(assignSeats(busy, sittings), { seats: [], missing: 1, blocked: clash })
})

test('what is short is counted', () => {
  assert.equal(assignSeats(people(5, 'a', 'c'), [sitting('s1', 'a', 9, [3])]).missing, 7)
  const full = assignSeats(people(2, 'a'), [sitting('s1', 'a', 9, [1])])
  assert.deepEqual([full.missing, full.blocked], [1, null], 'another room would help')
})

test('a ticket number counts on within its length and beyond', () => {
  assert.equal(ticketNoOf(2023, 7), '2023000007')
  assert.equal(ticketNoOf(2023, 1_234_567), '20231234567')
})
