import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lightIn, middleOf } from './camera.ts'

test('of a wide and of a tall picture the middle is taken, in a portrait’s shape', () => {
  assert.deepEqual(middleOf(1280, 720), { x: 370, y: 0, width: 540, height: 720 })
  assert.deepEqual(middleOf(720, 1280), { x: 0, y: 160, width: 720, height: 960 })
  assert.deepEqual(middleOf(600, 800), { x: 0, y: 0, width: 600, height: 800 })
})

test('brightness is measured only within the oval', () => {
  const [width, height] = [24, 32]
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  assert.equal(Math.round(lightIn(pixels, width, height)), 255)
  const middle = (Math.floor(height / 2) * width + width / 2) * 4
  pixels.fill(0, 0, 4)
  assert.equal(Math.round(lightIn(pixels, width, height)), 255, 'a dark corner is not the face')
  pixels.fill(0, middle, middle + 4)
  assert.ok(lightIn(pixels, width, height) < 255)
})
