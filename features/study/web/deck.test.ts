import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capRate, isSilent, nudgeVolume, showCaptions, toggle, toggleMuted } from './deck.ts'
import { readTaste, saveTaste } from './taste.ts'

test('play and pause take turns; a browser that wants a tap first breaks nothing', async () => {
  const calls: string[] = []
  const deck = {
    paused: true,
    play: () => (calls.push('play'), Promise.reject(new Error('NotAllowedError'))),
    pause: () => void calls.push('pause'),
  }
  toggle(deck)
  deck.paused = false
  toggle(deck)
  await Promise.resolve()
  assert.deepEqual(calls, ['play', 'pause'])
})

test('nobody plays faster than allowed', () => {
  const deck = { playbackRate: 1 }
  capRate(deck, 2, 150)
  assert.equal(deck.playbackRate, 1.5)
  capRate(deck, 0.75, 150)
  assert.equal(deck.playbackRate, 0.75)
  capRate(deck, 1, 50)
  assert.equal(deck.playbackRate, 0.5)
})

test('the volume stays between nothing and all, and what is turned up is heard', () => {
  const deck = { volume: 0.95, muted: true }
  nudgeVolume(deck, 0.1)
  assert.deepEqual(deck, { volume: 1, muted: false })
  for (let i = 0; i < 12; i++) nudgeVolume(deck, -0.1)
  assert.deepEqual(deck, { volume: 0, muted: false })
  assert.ok(isSilent(deck))
  toggleMuted(deck)
  assert.deepEqual(deck, { volume: 0.5, muted: false })
  toggleMuted(deck)
  assert.deepEqual(deck, { volume: 0.5, muted: true })
})

test('captions are shown where there are any', () => {
  const track = { mode: 'disabled' }
  const video = { textTracks: [track] } as unknown as HTMLVideoElement
  showCaptions(video, true)
  assert.equal(track.mode, 'showing')
  showCaptions(video, false)
  assert.equal(track.mode, 'disabled')
  showCaptions({ textTracks: [] } as unknown as HTMLVideoElement, true)
})

test('the taste is remembered, one choice at a time, and nonsense is plain', () => {
  const entries = new Map<string, string>()
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  } as unknown as Storage
  const plain = { rate: 1, volume: 1, muted: false, captions: false }
  assert.deepEqual(readTaste(storage), plain)
  saveTaste(storage, { captions: true })
  saveTaste(storage, { rate: 1.5 })
  assert.deepEqual(readTaste(storage), { ...plain, captions: true, rate: 1.5 })
  for (const nonsense of ['x', 'null', '{"rate":-1,"volume":7,"muted":"yes"}']) {
    entries.set('study-taste', nonsense)
    assert.deepEqual(readTaste(storage), plain)
  }
})
