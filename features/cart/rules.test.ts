import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { cartLimit } from './contract.ts'
import { cartPath, visitorCartOf } from './rules.ts'

test('a visitor’s cart is what a browser saved of ids, each once and no more than a cart holds', () => {
  const [a, b] = [randomUUID(), randomUUID()]
  assert.deepEqual(visitorCartOf(JSON.stringify([a, b])), [a, b])
  assert.deepEqual(visitorCartOf(JSON.stringify([a, b, a])), [a, b])
  const hundred = Array.from({ length: 100 }, () => randomUUID())
  assert.deepEqual(visitorCartOf(JSON.stringify(hundred)), hundred.slice(0, cartLimit))
})

test('whatever else is found in the browser is an empty cart', () => {
  const id = randomUUID()
  for (const garbage of [null, '', '{', 'null', '7', '"x"', '{}', '{"length":1}', '[null,7,{},[],"x"]']) {
    assert.deepEqual(visitorCartOf(garbage), [], String(garbage))
  }
  assert.deepEqual(visitorCartOf(JSON.stringify([`${id}<script>`, { id }, id])), [id])
})

test('a visitor’s cart is where no sign-in is needed', () => {
  assert.deepEqual([cartPath(true), cartPath(false)], ['/student/cart', '/classSelectCenter?cart=open'])
})
