import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, Fragment } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const office = await openOffice()
const { changeLocale } = await import('../../words.ts')
const { SubjectPage } = await import('./SubjectPage.tsx')
const { CurrentView } = await import('../view/view.ts')
const { screen, act, fireEvent, settle } = office
changeLocale('en')
afterEach(() => office.clear())

function Address() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return createElement(
    Fragment,
    null,
    createElement('output', null, pathname + search),
    createElement('a', { onClick: () => void navigate(-1) }, 'Back'),
  )
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

test('the rows of a list are counted for its tab, and a number that is the title can be copied', async () => {
  const { studentManageCalls } = await import('../../../features/student/manage/contract.ts')
  const input = { accountId: 'a1' }
  const tabs = ['findOrderList', 'findExamList'] as const
  const page = createElement(SubjectPage, {
    name: '20231126ZECQ66PTYB',
    copied: 'Order',
    tabs: tabs.map((name) => ({
      key: name,
      label: name,
      children: name,
      count: { call: studentManageCalls[name], input },
    })),
  })
  await office.draw(
    createElement(CurrentView, { value: { key: '/order?id=7', subject: 'id', isShown: () => true } }, page),
    {
      [studentManageCalls.findOrderList.path]: { total: 3, list: [] },
      [studentManageCalls.findExamList.path]: { total: 0, list: [] },
    },
    { address: '/order?id=7' },
  )
  await settle()
  assert.ok(tab('findOrderList 3'))
  assert.ok(tab('findExamList'))
  assert.ok(screen.getByRole('button', { name: 'Copy Order 20231126ZECQ66PTYB' }))
})

test('Back returns to the tab before', async () => {
  await draw('/unit?id=7')
  for (const name of ['People 12', 'Log']) {
    await act(async () => fireEvent.click(tab(name)))
    await settle()
  }
  await act(async () => fireEvent.click(screen.getByText('Back')))
  await settle()
  assert.equal(address(), '/unit?id=7&tab=people')
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
  assert.ok(!screen.queryByText('Phone'))
})

test('an address that names nothing says so, with the way back to the list', async () => {
  const { LoadedSubject } = await import('./LoadedSubject.tsx')
  const { useCall } = await import('../../client.ts')
  const { studentManageCalls } = await import('../../../features/student/manage/contract.ts')
  function Page({ enabled = true }) {
    const query = useCall(studentManageCalls.getStudentDetail, { accountId: 'nope' }, { enabled })
    // oxlint-disable-next-line react/no-children-prop -- a function that draws what was loaded
    return createElement(LoadedSubject<unknown>, { list: '/students', query, children: () => 'there' })
  }
  for (const [respCode, enabled] of [
    [404, true],
    [422, true],
    [200, false],
  ] as const) {
    await office.draw(createElement(Page, { enabled }), {
      detail: { respCode, respDesc: 'accountId: is not a valid identifier' },
    })
    assert.ok(screen.getByText('Not found'))
    assert.ok(!screen.queryByText(/valid identifier/))
    assert.equal(screen.getByRole('link', { name: 'Back to the list' }).getAttribute('href'), '/students')
    office.clear()
  }
})
