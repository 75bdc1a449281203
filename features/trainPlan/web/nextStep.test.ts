import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { HourPassport } from '../../hours/contract.ts'

const { show, screen } = await openRenderer()
const { cleanup } = await import('@testing-library/react')
const { NextStep } = await import('./NextStep.tsx')

/** Thirty hours that are missing, and how many of them are studied and wait. */
const missing = (pendingTenths: number, waitingTenths: number): HourPassport => ({
  year: 2023,
  years: [2023],
  requiredTenths: 300,
  earnedTenths: 0,
  missingTenths: 300,
  types: [
    {
      classType: 'public',
      requiredTenths: 300,
      earnedTenths: 0,
      pendingTenths,
      waitingTenths,
      missingTenths: 300,
    },
  ],
  signUpUntil: null,
  studyUntil: null,
  fitting: 5,
  entries: [],
  repeated: [],
})

test('the button beside missing hours leads to classes, and once they are chosen on with those', async () => {
  for (const [passport, name, href] of [
    [missing(100, 100), '看看适合的 5 个班级', '/classSelectCenter?year=2023'],
    [missing(100, 200), '继续学习', '/classCenter'],
    [missing(0, 300), '查看订单', '/my?tab=orders'],
  ] as const) {
    await show(createElement(NextStep, { passport }))
    assert.equal(screen.getByRole('link', { name }).getAttribute('href'), href)
    cleanup()
  }
})
