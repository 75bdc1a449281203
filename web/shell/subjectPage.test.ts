import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, Fragment } from 'react'
import { useLocation } from 'react-router'
import { openOffice } from '../../test/office.ts'
import { openWindow } from '../../test/window.ts'

openWindow()
const office = await openOffice()
const { changeLocale } = await import('../words.ts')
const { SubjectPage } = await import('./SubjectPage.tsx')
const { CurrentView } = await import('./view.ts')
const { screen, act, fireEvent, settle } = office
changeLocale('en')
afterEach(() => office.clear())

function Address() {
  const { pathname, search } = useLocation()
  return createElement('output', null, pathname + search)
}

/** Draws a subject of three parts at an address, and gives what was done to it. */
async function draw(address: string, primary = true) {
  const done: string[] = []
  const action = (key: string, more: object = {}) => ({
    key,
    label: key,
    onClick: () => done.push(key),
    ...more,
  })
  const page = createElement(SubjectPage, {
    name: '刘永强',
    facts: [
      { label: 'Unit', value: 'Hospital' },
      { label: 'Phone', value: null },
    ],
    actions: [
      false,
      action('Copy'),
      action('Close'),
      action('Delete', { danger: true }),
      primary && action('Publish', { primary }),
    ],
    tabs: [
      { key: 'facts', label: 'Details', children: 'the details' },
      { key: 'people', label: 'People', count: 12, children: 'the people' },
      { key: 'log', label: 'Log', count: 0, children: 'the log' },
    ],
  })
  await office.draw(
    createElement(
      CurrentView,
      { value: { key: '/unit?id=7', subject: 'id', isShown: () => true } },
      createElement(Fragment, null, page, createElement(Address)),
    ),
    {},
    { address },
  )
  // The address of the window is ahead of the router's in the office; here there is only the router's.
  return done
}

const tab = (name: string) => screen.getByRole('tab', { name })
const address = () => screen.getByRole('status').textContent

test('the tab is in the address, with its count, and what belonged to the list of another tab is not', async () => {
  await draw('/unit?id=7&page=3&keyword=li')
  assert.ok(screen.getByText('the details'))
  assert.ok(tab('Log'))
  await act(async () => fireEvent.click(tab('People 12')))
  await settle()
  assert.ok(screen.getByText('the people'))
  assert.equal(address(), '/unit?id=7&tab=people')
  await act(async () => fireEvent.click(tab('Details')))
  await settle()
  assert.equal(address(), '/unit?id=7')
})

test('an address may name a tab the reader has not: the first one is shown', async () => {
  await draw('/unit?id=7&tab=people')
  assert.ok(screen.getByText('the people'))
  office.clear()
  await draw('/unit?id=7&tab=secret')
  assert.ok(screen.getByText('the details'))
})

test('the primary action comes first, two buttons are shown and the rest is behind a menu', async () => {
  const done = await draw('/unit?id=7')
  const names = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  assert.deepEqual(names, ['Publish', 'Copy', 'More'])
  await office.press('Publish')
  assert.deepEqual(done, ['Publish'])
  await office.press('More')
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' })))
  await settle()
  assert.deepEqual(done, ['Publish', 'Delete'])
  office.clear()
  await draw('/unit?id=7', false)
  assert.equal(screen.getAllByRole('button').length, 3)
})

test('a fact that is empty is not shown', async () => {
  await draw('/unit?id=7')
  assert.ok(screen.getByText('Hospital'))
  assert.equal(screen.queryByText('Phone'), null)
})
