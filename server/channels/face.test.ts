import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import sharp, { type Sharp } from 'sharp'
import { aRealFace, realPeople } from '../../test/build/face.ts'
import { until } from '../../test/until.ts'
import { distanceOf, faceFault, likeness } from '../../features/face/rules.ts'
import { localFace } from './face.ts'
import { ChannelFailure } from './payment.ts'

/** Seconds for a picture: more than any machine needs. */
const patient = 600
const channel = localFace({ seconds: patient })
const describe = async (picture: Buffer) => {
  const faces = await channel.describe(picture)
  assert.equal(faceFault(faces), null)
  return faces[0]!
}

test('one person is near in two pictures, and others are far', async () => {
  const [one, again, two, three] = [
    await describe(await aRealFace('one')),
    await describe(
      await aRealFace('one', (picture) =>
        picture.rotate(6, { background: '#888' }).modulate({ brightness: 0.8 }),
      ),
    ),
    await describe(await aRealFace('two')),
    await describe(await aRealFace('three')),
  ]
  assert.equal(one.descriptor.length, 128)
  const same = distanceOf(one.descriptor, again.descriptor)
  assert.ok(same > likeness.copy && same <= likeness.same, String(same))
  const sentAgain = await describe(await aRealFace('one', (picture) => picture.resize(400)))
  assert.ok(distanceOf(one.descriptor, sentAgain.descriptor) <= likeness.copy)
  const filling = (picture: Sharp) => picture.extract({ left: 0, top: 34, width: 480, height: 480 })
  const cut = await describe(await aRealFace('one', filling))
  assert.ok(distanceOf(one.descriptor, cut.descriptor) <= likeness.same, 'it fills the picture')
  for (const other of [two, three]) {
    assert.ok(distanceOf(one.descriptor, other.descriptor) > likeness.same)
  }
  assert.ok(distanceOf(two.descriptor, three.descriptor) > likeness.same)
})

test('nobody, several people, a profile and the dark are distinguished', async () => {
  const wall = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#b9c4cc' } })
    .jpeg()
    .toBuffer()
  const faults = [
    wall,
    await realPeople(),
    await aRealFace('turnedAway'),
    await aRealFace('one', (picture) => picture.modulate({ brightness: 0.3 })),
    await aRealFace('one', (picture) => picture.extend({ top: 1500, left: 1500, background: '#b9c4cc' })),
  ]
  const seen = []
  for (const picture of faults) seen.push(faceFault(await channel.describe(picture)))
  assert.deepEqual(seen.slice(0, 2), ['none', 'many'])
  assert.ok(seen[2] === 'turned' || seen[2] === 'none', String(seen[2]))
  assert.deepEqual(seen.slice(3), ['dark', 'small'])
})

test('pictures are taken one after the other, however many come, and beyond a number the portal is busy', async () => {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#777' } })
    .png()
    .toBuffer()
  const narrow = localFace({ seconds: patient, inTurn: 3 })
  const waiting = Array.from({ length: 3 }, () => narrow.describe(picture))
  assert.throws(() => narrow.describe(picture), { name: 'Refusal' })
  assert.deepEqual((await Promise.all(waiting)).flat(), [])
})

/** The threads started from here on. */
function threads(): { started: Worker[]; stop(): void } {
  const started: Worker[] = []
  const note = (worker: Worker) => started.push(worker)
  process.on('worker', note)
  return { started, stop: () => process.off('worker', note) }
}

test('what takes too long is given up, and its thread with it', async () => {
  const { started, stop } = threads()
  await assert.rejects(localFace({ seconds: 0.001 }).describe(await aRealFace('one')), ChannelFailure)
  stop()
  assert.equal(started.length, 1)
  if (started[0]!.threadId !== -1) await once(started[0]!, 'exit')
})

test('a thread that ended while its picture was read is not waited for', async () => {
  const { started, stop } = threads()
  const face = localFace({
    seconds: patient,
    async read() {
      await until(() => started.length === 1)
      await started[0]!.terminate()
      return { bytes: new Uint8Array(3), width: 1, height: 1, margin: 0 }
    },
  })
  await assert.rejects(face.describe(Buffer.alloc(0)), /the thread had ended/)
  stop()
})

test('after a thread broke the next picture finds another; an idle one is released', async () => {
  const { started, stop } = threads()
  const picture = await aRealFace('one')
  const face = localFace({ seconds: patient, idleSeconds: 0.01 })
  const broken = assert.rejects(face.describe(picture), ChannelFailure)
  await until(() => started.length === 1)
  await started[0]!.terminate()
  await broken
  for (const nth of [1, 2]) {
    assert.equal((await face.describe(picture)).length, 1)
    assert.equal(started.length, nth + 1)
    if (started[nth]!.threadId !== -1) await once(started[nth]!, 'exit')
  }
  stop()
})
