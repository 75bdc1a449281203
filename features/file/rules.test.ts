import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { imageFault, isPicturePath, picturePath, pictureTypeOf, scaleOf, storedSize } from './rules.ts'

const id = '0193f6a0-0000-7000-8000-000000000000'

test('pictures and posters have a type, by their extension', () => {
  assert.equal(pictureTypeOf(`image/2023/${id}.png`), 'image/png')
  assert.equal(pictureTypeOf(`poster/2023/${id}.jpg`), 'image/jpeg')
})

test('no other key is a picture, whatever it climbs over', () => {
  const wrong = [
    `video/2023/${id}.jpg`,
    `image/2023/${id}.svg`,
    `image/2023/../../secret.key`,
    `image/2023/${id}.jpg/../../x`,
    `../image/2023/${id}.jpg`,
    `image\\2023\\${id}.jpg`,
    `image/2023/${id}.jpg\n`,
    `image/2023/${id}.jpg\0.png`,
    '',
  ]
  assert.deepEqual(
    wrong.filter((key) => pictureTypeOf(key) !== null),
    [],
  )
  fc.assert(
    fc.property(fc.string(), (key) => {
      assert.equal(pictureTypeOf(key), null)
    }),
  )
})

test('a key becomes an address, and none stays none', () => {
  assert.equal(picturePath(`image/2023/${id}.png`), `/media/image/image/2023/${id}.png`)
  assert.equal(picturePath(null), null)
})

test('only the complete address of a picture stored here is accepted', () => {
  const own = `/media/image/image/2023/${id}.png`
  assert.ok(isPicturePath(own))
  const wrong = [
    `https://spy.example${own}`,
    `//spy.example${own}`,
    `http:${own}`,
    ` ${own}`,
    `${own}?who=me`,
    `${own}#x`,
    `.${own}`,
    `/media/image/../..${own}`,
    '/media/image/',
    '/api/session/logout.action',
    `data:image/png;base64,${own}`,
    '',
  ]
  assert.deepEqual(wrong.filter(isPicturePath), [])
})

test('a chosen file is an image of 10240 kb at most, in the words of the specification', () => {
  const most = 10_240 * 1024
  assert.equal(imageFault({ type: 'image/webp', size: most }), null)
  assert.equal(imageFault({ type: 'image/webp', size: most + 1 }), 'Image exceeds size limit: 10240kb')
  for (const type of ['application/pdf', 'text/html', ''])
    assert.equal(imageFault({ type, size: 1 }), 'Image only')
})

test('a part of any shape is cut from enough pixels, and stored in its shape', () => {
  const size = (least: number) =>
    fc.record({ width: fc.integer({ min: least, max: 6000 }), height: fc.integer({ min: least, max: 6000 }) })
  fc.assert(
    fc.property(size(300), fc.integer({ min: 0, max: 100 }), (picture, zoom) => {
      const least = { width: 300, height: 90 }
      const most = { width: 1200, height: 360 }
      const scale = scaleOf(zoom, picture, least)
      const width = Math.min(picture.width, (picture.height * 10) / 3) / scale
      assert.ok(width >= 300 - 1e-6)
      const stored = storedSize({ width, height: (width * 3) / 10 }, least, most)
      assert.ok(stored.width >= 300 && stored.width <= 1200)
      assert.ok(Math.abs(stored.height - (stored.width * 3) / 10) <= 0.5)
    }),
  )
})
