import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { HourPassport } from '../contract.ts'

const { show, screen } = await openRenderer()
const { PassportHero } = await import('./PassportHero.tsx')

const ofType = (
  classType: string,
  requiredTenths: number,
  earnedTenths: number,
  pendingTenths: number,
  waitingTenths = 0,
) => ({
  classType,
  requiredTenths,
  earnedTenths,
  pendingTenths,
  waitingTenths,
  missingTenths: Math.max(0, requiredTenths - earnedTenths),
})
const passport: HourPassport = {
  year: 2023,
  years: [2023],
  requiredTenths: 900,
  earnedTenths: 460,
  missingTenths: 740,
  types: [
    ofType('public', 300, 160, 0, 60),
    ofType('specialized', 600, 0, 600),
    ofType('professional', 0, 300, 0),
  ],
  signUpUntil: null,
  studyUntil: null,
  fitting: 0,
  entries: [],
  repeated: [],
}

/** Reads the length of each arc of the ring, in percent, and whether it is striped. */
function arcs(): { percent: number; isStriped: boolean }[] {
  const circles = [...screen.getByRole('img').querySelectorAll('circle')].slice(1)
  return circles.map((circle) => {
    const around = 2 * Math.PI * Number(circle.getAttribute('r'))
    const length = Number.parseFloat(circle.getAttribute('stroke-dasharray')!)
    return {
      percent: Math.round((length / around) * 100),
      isStriped: circle.getAttribute('stroke')!.startsWith('url('),
    }
  })
}

test('the ring closes by what its number says, and what is in progress is striped', async () => {
  await show(createElement(PassportHero, { passport }))
  assert.equal(screen.getByRole('img').getAttribute('aria-label'), '已得 16 学时，共需 90 学时')
  assert.deepEqual(arcs(), [
    { percent: 18, isStriped: false },
    { percent: 67, isStriped: true },
  ])
})

test('a row for each type that is required, what is in progress named in it, and the rest a line of text', async () => {
  const container = await show(createElement(PassportHero, { passport }))
  const rows = [...container.querySelectorAll('.hours-type')].map((row) => row.textContent)
  assert.deepEqual(rows, ['公需课16 / 30待付款或待审核 6', '专业课0 / 60在学 60'])
  assert.ok(screen.getByText(/^公需课还差 14 学时，专业课还差 60 学时。$/))
  assert.ok(screen.getByText(/^另有 30 学时已入账，超出或不属于本年度的要求$/))
})

test('what a surplus fills has its own row when any type may fill it', async () => {
  const types = [ofType('public', 300, 400, 0), ofType('specialized', 300, 0, 0)]
  const container = await show(
    createElement(PassportHero, {
      passport: { ...passport, types, earnedTenths: 400, missingTenths: 500 },
    }),
  )
  const rows = [...container.querySelectorAll('.hours-type')].map((row) => row.textContent)
  assert.deepEqual(rows, ['公需课30 / 30', '专业课0 / 30', '任意类别10 / 30'])
  assert.deepEqual(arcs(), [
    { percent: 33, isStriped: false },
    { percent: 11, isStriped: false },
  ])
})
