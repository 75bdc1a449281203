import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Media, trackPlayed } from './played.ts'

/** A media element whose events and clock a test controls. */
function aMedia(limit = Infinity, edge = 0) {
  const target = new EventTarget()
  let now = 0
  let place = 0
  /** Distance at which a jump lands after the wanted place. */
  let lands = 0
  const reported: string[] = []
  const media = {
    paused: true,
    seeking: false,
    playbackRate: 1,
    get currentTime() {
      return place
    },
    set currentTime(to: number) {
      place = to
      target.dispatchEvent(new Event('seeking'))
      if (place === to) place += lands
      target.dispatchEvent(new Event('seeked'))
    },
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  }
  const stop = trackPlayed(media as unknown as Media, {
    limit: () => limit,
    edge: () => edge,
    onPlayed: (from, to) => {
      const last = reported.at(-1)?.split(' ')
      if (last?.[0] === 'played' && Number(last[2]) === from)
        reported[reported.length - 1] = `played ${last[1]} ${to}`
      else reported.push(`played ${from} ${to}`)
    },
    onBreak: () => reported.push('break'),
    onSprungBack: () => reported.push('sprung back'),
    now: () => now,
  })
  const fire = (name: string) => target.dispatchEvent(new Event(name))
  return {
    media,
    reported,
    stop,
    fire,
    begin() {
      media.paused = false
      fire('playing')
    },
    pause() {
      media.paused = true
      fire('pause')
    },
    /** Plays so many seconds of real time, in quarters. */
    run(seconds: number) {
      for (let i = 0; i < seconds * 4; i++) {
        now += 250
        place += 0.25 * media.playbackRate
        fire('timeupdate')
      }
    },
    landing: (after: number) => (lands = after),
    /** The place is elsewhere all at once, without a word: a remote, a script. */
    slip: (to: number) => (place = to),
  }
}

test('what plays is reported without a gap, and a pause ends the stretch', () => {
  const player = aMedia()
  player.begin()
  player.run(3)
  player.pause()
  player.begin()
  player.run(1)
  player.pause()
  assert.deepEqual(player.reported, ['played 0 3', 'break', 'played 3 4', 'break'])
})

test('a jump is not played', () => {
  const player = aMedia()
  player.begin()
  player.run(2)
  player.media.currentTime = 30
  player.run(2)
  player.pause()
  assert.deepEqual(player.reported, ['played 0 2', 'break', 'played 30 32', 'break'])
})

test('a jump that lands on the next picture leaves no hole', () => {
  const player = aMedia()
  player.landing(0.04)
  player.media.currentTime = 5
  player.begin()
  player.run(1)
  player.pause()
  player.landing(3)
  player.media.currentTime = 20
  player.begin()
  player.run(1)
  player.pause()
  assert.deepEqual(player.reported, ['played 5 6.04', 'break', 'played 23 24', 'break'])
})

test('a pause, and play from a place chosen while paused, leave no hole', () => {
  const player = aMedia()
  player.media.currentTime = 9.622
  player.media.paused = false
  player.fire('play')
  player.run(1)
  player.pause()
  player.media.paused = false
  player.fire('play')
  player.run(1)
  player.pause()
  assert.deepEqual(player.reported, ['played 9.622 10.622', 'break', 'played 10.622 11.622', 'break'])
})

test('what runs on after a pause was reported is played too', () => {
  const player = aMedia()
  player.begin()
  player.run(2)
  player.pause()
  player.slip(2.08)
  player.media.paused = false
  player.fire('play')
  player.run(1)
  player.pause()
  assert.deepEqual(player.reported, ['played 0 2', 'break', 'played 2 3.08', 'break'])
  player.slip(9)
  player.media.paused = false
  player.fire('play')
  player.run(1)
  assert.deepEqual(player.reported.slice(4), ['played 9 10'])
})

test('a place that slips ahead of the clock is not played either', () => {
  const player = aMedia()
  player.begin()
  player.run(2)
  player.slip(60)
  player.run(1)
  player.pause()
  assert.deepEqual(player.reported, ['played 0 2', 'break', 'played 60.25 61', 'break'])
})

test('at double speed twice the seconds are played', () => {
  const player = aMedia()
  player.media.playbackRate = 2
  player.begin()
  player.run(3)
  player.pause()
  assert.deepEqual(player.reported, ['played 0 6', 'break'])
})

test('beyond the limit one is put back to the edge, no matter who moved', () => {
  const player = aMedia(12, 10)
  player.begin()
  player.run(1)
  player.media.currentTime = 40
  assert.equal(player.media.currentTime, 10)
  assert.deepEqual(player.reported, ['played 0 1', 'break', 'sprung back'])
  player.media.currentTime = 12.2
  assert.equal(player.media.currentTime, 12.2)
})

test('pausing and seeking while paused report nothing', () => {
  const player = aMedia()
  player.media.currentTime = 5
  player.fire('timeupdate')
  player.pause()
  assert.deepEqual(player.reported, [])
})

test('the end of the tracker reports what was played since the last event, and no more after it', () => {
  const player = aMedia()
  player.begin()
  player.run(1)
  player.slip(1.2)
  player.stop()
  player.run(5)
  assert.deepEqual(player.reported, ['played 0 1.2', 'break'])
})
