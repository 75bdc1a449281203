import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { dimensionFault, imageFault, imageLimits, scaleOf, zoomRange } from '../../file/rules.ts'
import { avatarLimits } from './rules.ts'

const kb = 1024

test('the cropper takes only images, of 10240 kb at most, in the words of the specification', () => {
  assert.equal(avatarLimits.kilobytes, 10_240)
  assert.equal(avatarLimits.kilobytes, imageLimits.kilobytes)
  assert.equal(imageFault({ type: 'image/png', size: 10_240 * kb }), null)
  assert.equal(imageFault({ type: 'image/png', size: 10_240 * kb + 1 }), 'Image exceeds size limit: 10240kb')
  for (const type of ['application/pdf', 'text/html', '', 'video/mp4'])
    assert.equal(imageFault({ type, size: 1 }), 'Image only')
})

test('a picture is at least as large as what is cut from it: 200 by 200', () => {
  assert.equal(dimensionFault({ width: 200, height: 200 }, avatarLimits), null)
  for (const [width, height] of [
    [199, 200],
    [200, 199],
    [10, 4000],
  ] as const)
    assert.equal(
      dimensionFault({ width, height }, avatarLimits),
      "Image's size is too low. Expected at least: 200*200",
    )
})

test('the slider goes from 0 to 100; nothing it shows is drawn from fewer pixels than are kept', () => {
  assert.deepEqual(zoomRange, { min: 0, max: 100 })
  const side = fc.integer({ min: 200, max: 6000 })
  fc.assert(
    fc.property(side, side, fc.integer({ min: -50, max: 150 }), (width, height, zoom) => {
      const scale = scaleOf(zoom, { width, height }, avatarLimits)
      assert.ok(scale >= 1 && scale <= 3)
      assert.ok(Math.min(width, height) / scale >= 200 - 1e-6)
      assert.ok(scale <= scaleOf(zoom + 1, { width, height }, avatarLimits))
    }),
  )
  assert.equal(scaleOf(0, { width: 900, height: 600 }, avatarLimits), 1)
  assert.equal(scaleOf(100, { width: 900, height: 600 }, avatarLimits), 3)
})
