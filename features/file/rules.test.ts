import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { imageFault, isPicturePath, picturePath, pictureTypeOf } from './rules.ts'

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
