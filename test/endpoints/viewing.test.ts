import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { viewCalls } from '../../features/student/view/contract.ts'
import { callEndpoint } from './endpoint.ts'
import { inputsFor } from './requests.ts'
import { calls, type Endpoints, openEndpoints } from './world.ts'

/** The calls that are available in a view-as session. */

let endpoints: Endpoints
let token: string
before(async () => {
  endpoints = await openEndpoints()
  const administrator = endpoints.people.find((person) => person.name === 'administrator')!
  const input = { accountId: endpoints.places.A1x!.accountId, reason: '协助学员查找课程' }
  token = (await endpoints.world.ask(viewCalls.viewAsLearner, input, administrator.token)).token
})

// What the portal writes by itself meanwhile, and the look's own traces, errors of its browser among them.
const traces = ['jobs', 'sessions', 'operation_logs', 'operation_lanes', 'exception_logs']
const viewable = calls.filter((call) => call.viewable && call.path !== viewCalls.endView.path)

test('calls available in a view-as session answer it, and change nothing', async () => {
  const { world, places, snapshot } = endpoints
  const before = new Set([...traces, ...(await snapshot.changed())])
  let served = 0
  for (const call of viewable) {
    for (const input of inputsFor(call, places.A1x!)) {
      const { respCode, text } = await callEndpoint(world, call, input, token)
      assert.notEqual(respCode, -1, `${call.path}: ${text}`)
      if (respCode === 200) served++
      const changed = (await snapshot.changed()).filter((table) => !before.has(table))
      assert.deepEqual(changed, [], `${call.path} changes`)
    }
  }
  assert.ok(served >= viewable.length * 0.8, `only ${served} of ${viewable.length} answer`)
})

test('every other call refuses it with everything a learner would send', async () => {
  const { world, places, snapshot } = endpoints
  for (const call of calls.filter((each) => !each.viewable)) {
    for (const input of inputsFor(call, places.A1x!)) {
      const { respCode, text } = await callEndpoint(world, call, input, token)
      assert.equal(respCode, 403, `${call.path}: ${text.slice(0, 200)}`)
    }
  }
  assert.deepEqual(
    (await snapshot.changed()).filter((table) => !traces.includes(table)),
    [],
  )
})
