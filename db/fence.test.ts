import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connect, type Pool } from '../server/db.ts'
import { readEnvironment } from '../server/environment.ts'
import { openSecrets } from '../server/secrets.ts'
import { openDatabase, openWorld, type World } from '../test/harness.ts'
import { accountOf } from './account.ts'
import { fence, gapsOf } from './fence.ts'
import { migrate } from './migrate.ts'

let world: World
let app: Pool
before(async () => {
  world = await openWorld()
  app = world.app.db
  await world.db`insert into projects default values`
  await world.db`insert into operation_logs (action, subject_kind, subject_id) values ('a', 'b', 'c')`
})
after(() => world.close())

const role = 'jixu_app'

test('the product connects as an account that owns nothing and whose rights the catalog shows to be those of the fence', async () => {
  const [me] = await app`select current_user as name, session_user as login`
  assert.deepEqual([me!.name, me!.login], [role, role])
  assert.deepEqual(await gapsOf(world.db, role), [])
})

test('log and ledger can be added to but not changed; nothing that would open the fence is possible', async () => {
  await app`insert into operation_logs (action, subject_kind, subject_id) values ('a', 'b', 'd')`
  const refused = [
    `update operation_logs set reason = 'x'`,
    'delete from operation_logs',
    'truncate operation_logs',
    'update hour_entries set hours_tenths = 90',
    'delete from hour_entries',
    'truncate hour_entries',
    'update held_courses set year = 2020',
    'update operation_lanes set serial = 0',
    'delete from operation_lanes',
    'alter table operation_logs disable trigger operation_logs_keep',
    'alter table operation_logs disable trigger all',
    `set session_replication_role = 'replica'`,
    'drop trigger operation_logs_chain on operation_logs',
    'create table mine (a int)',
    'create temporary table operation_logs (a int)',
    'create schema mine',
    'create or replace function moment() returns timestamptz language sql as $$ select now() $$',
    'create role mine',
    'set role jixu',
    'set session authorization jixu',
    'truncate accounts',
    'create trigger mine before insert on accounts execute function keep_operation()',
  ]
  for (const statement of refused) {
    await assert.rejects(
      app.begin((tx) => tx.unsafe(statement)),
      (error: { code?: string }) =>
        error.code === '42501' || error.code === '42809' || error.code === '55000',
      statement,
    )
  }
  const [row] = await world.db`select count(*)::int as count, count(reason) as changed from operation_logs`
  assert.deepEqual({ ...row }, { count: 2, changed: 0 })
})

test('whatever opens the fence is named, and the next start closes it', async () => {
  const db = connect(await openDatabase('template'), { max: 1 })
  try {
    await db.unsafe(`grant update on hour_entries to ${role}; grant truncate on accounts to public;
      create table newcomers (id int); create view newcomer_views as select * from newcomers;
      create sequence newcomer_numbers; grant create on schema public to public`)
    assert.deepEqual(await gapsOf(db, role), [
      'accounts: truncate',
      'hour_entries: update',
      'may create tables',
      'newcomer_numbers: usage',
      'newcomer_views: select',
      ...['delete', 'insert', 'select', 'update'].map((right) => `newcomers: ${right}`),
    ])
    assert.deepEqual(await fence(db, role), [])
    assert.deepEqual(await gapsOf(db, role), [])
    await db.unsafe(`grant jixu to ${role}`)
    const gaps = await fence(db, role)
    await db.unsafe(`revoke jixu from ${role}`)
    assert.ok(gaps.includes('owns tables'), gaps.join())
  } finally {
    await db.end()
  }
})

test('every way to more is named: what the owner gave is taken, what the account is stays the operator’s to change', async () => {
  const url = await openDatabase('template')
  const db = connect(url, { max: 1 })
  const [probe, group] = [`probe_${process.pid}`, `group_${process.pid}`]
  const database = new URL(url).pathname.slice(1)
  await db.unsafe(`create role ${probe} login noinherit password 'probe'; create role ${group}`)
  const address = new URL(url)
  address.username = probe
  address.password = 'probe'
  const own = connect(address.href, { max: 1 })
  try {
    assert.deepEqual(await fence(db, probe), [])
    const healed: [statement: string, gap: string][] = [
      [`grant update (reason) on operation_logs to ${probe}`, 'operation_logs: update'],
      ['grant update (hours_tenths) on hour_entries to public', 'hour_entries: update'],
      [`grant references (id) on accounts to ${probe}`, 'accounts: references'],
      ['grant execute on function lo_create(oid) to public', 'function lo_create(oid)'],
      [`alter role ${probe} set search_path = 'pg_temp'`, 'setting: search_path=pg_temp'],
      [
        `alter role ${probe} in database ${database} set default_transaction_read_only = on`,
        'setting: default_transaction_read_only=on',
      ],
    ]
    for (const [statement, gap] of healed) {
      await db.unsafe(statement)
      assert.deepEqual(await gapsOf(db, probe), [gap], statement)
      assert.deepEqual(await fence(db, probe), [], statement)
    }
    const reported: [statement: string, gap: string, back: string][] = [
      ['createdb', 'may create databases', 'nocreatedb'],
      ['createrole', 'may create roles', 'nocreaterole'],
      ['bypassrls', 'bypasses row security', 'nobypassrls'],
      ['replication', 'may replicate', 'noreplication'],
    ].map(([right, gap, back]) => [`alter role ${probe} ${right}`, gap!, `alter role ${probe} ${back}`])
    reported.push(
      [`grant ${group} to ${probe}`, `member of ${group}`, `revoke ${group} from ${probe}`],
      [
        `grant set on parameter session_replication_role to ${probe}`,
        'may disable triggers',
        `revoke set on parameter session_replication_role from ${probe}`,
      ],
      [
        'grant set on parameter log_statement to public',
        'may set log_statement',
        'revoke set on parameter log_statement from public',
      ],
      [
        'grant execute on function pg_read_file(text) to public',
        'function pg_read_file(text)',
        'revoke execute on function pg_read_file(text) from public',
      ],
      [
        `create function public.open() returns int security definer language sql as 'select 1'`,
        'function open()',
        'drop function open()',
      ],
      [`create schema ${probe}`, `schema ${probe}: create`, `drop schema ${probe}`],
      [
        `create schema other; grant create on schema other to public`,
        'schema other: create',
        'drop schema other',
      ],
    )
    for (const [statement, gap, back] of reported) {
      await db.unsafe(statement)
      assert.deepEqual(await fence(db, probe), [gap], statement)
      await db.unsafe(back)
    }
    assert.deepEqual(await gapsOf(db, probe), [])
    await assert.rejects(own`select lo_create(0)`, /permission denied/)
  } finally {
    await own.end()
    await db.unsafe(`drop owned by ${probe}, ${group} cascade; drop role ${probe}, ${group}`)
    await db.end()
  }
})

test('functions that run with their owner’s rights have a path of their own', async () => {
  const rows = await world.db`
    select proname, proconfig::text as path from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef order by proname`
  assert.deepEqual(
    rows.map((row) => [row.proname, row.path]),
    ['analyze_import_rows', 'chain_operation'].map((name) => [name, '{"search_path=public, pg_temp"}']),
  )
})

test('DATABASE_URL of an owner, of an owner without the right to create accounts, and beside DATABASE_OWNER_URL', async () => {
  const ownerUrl = await openDatabase('empty')
  const pools: Pool[] = []
  const open = (url: string) => {
    pools.push(connect(url, { max: 1 }))
    return pools.at(-1)!
  }
  const admin = open(ownerUrl)
  const address = new URL(ownerUrl)
  const database = address.pathname.slice(1)
  const given = (url: string, owner?: string) => {
    const environment = readEnvironment({
      DATABASE_URL: url,
      SECRET_KEY: 'ab'.repeat(32),
      ...(owner ? { DATABASE_OWNER_URL: owner } : {}),
    })
    return [environment, openSecrets(environment)] as const
  }
  const as = (name: string) => {
    const url = new URL(ownerUrl)
    url.username = url.password = name
    return url.href
  }
  try {
    const [keeper, runner] = [`keeper_${process.pid}`, `runner_${process.pid}`]
    await admin.unsafe(`create role ${keeper} login password '${keeper}'; create role ${runner} login password '${runner}';
      alter database ${database} owner to ${keeper}; alter schema public owner to ${keeper}`)
    const owner = open(as(keeper))
    await migrate(owner)

    const left = await accountOf(owner, as(keeper), ...given(as(keeper)))
    assert.equal(left.url, as(keeper), 'it runs as the account it was given')
    assert.ok(left.missing.includes('owns tables'), left.missing.join())

    const apart = await accountOf(owner, as(keeper), ...given(as(runner), as(keeper)))
    assert.deepEqual(apart, { url: as(runner), missing: [] })
    await assert.rejects(
      accountOf(owner, as(keeper), ...given(as('nobody_here'), as(keeper))),
      /there is not: nobody_here/,
    )

    const fencedAlready = open(as(runner))
    assert.deepEqual(await migrate(fencedAlready), [], 'nothing to do needs no owner')
    assert.deepEqual((await accountOf(fencedAlready, as(runner), ...given(as(runner)))).missing, [])
    await assert.rejects(fencedAlready`update migrations set checksum = ''`, /permission denied/)
    await admin`delete from migrations where name = (select max(name) from migrations)`
    await assert.rejects(migrate(fencedAlready), /start with DATABASE_OWNER_URL/)

    const [made, beside] = await Promise.all([
      accountOf(admin, ownerUrl, ...given(ownerUrl)),
      accountOf(open(ownerUrl), ownerUrl, ...given(ownerUrl)),
    ])
    assert.deepEqual([made.missing, beside], [[], made], 'two first starts at once')
    assert.equal(new URL(made.url).username, `${database}_fenced`)
    assert.deepEqual(await accountOf(admin, ownerUrl, ...given(ownerUrl)), made, 'the second start finds it')
    const itself = open(made.url)
    await itself.unsafe(`alter role ${database}_fenced password 'another';
      alter role ${database}_fenced set local_preload_libraries = 'nothing'`)
    await itself.end()
    assert.deepEqual(
      await accountOf(admin, ownerUrl, ...given(ownerUrl)),
      made,
      'what it did to itself is undone',
    )
    await open(made.url)`select 1`

    const long = `${'名'.repeat(20)}abc`
    await admin.unsafe(`create database "${long}" owner jixu`)
    const longUrl = new URL(ownerUrl)
    longUrl.pathname = `/${encodeURIComponent(long)}`
    const ofLong = open(longUrl.href)
    await migrate(ofLong)
    const first = await accountOf(ofLong, longUrl.href, ...given(longUrl.href))
    assert.deepEqual(first.missing, [])
    assert.deepEqual(await accountOf(ofLong, longUrl.href, ...given(longUrl.href)), first)
    const longRole = decodeURIComponent(new URL(first.url).username)
    await ofLong.unsafe(`drop owned by "${longRole}" cascade`)
    await Promise.all(
      pools.filter((pool) => pool.options.database === long).map((pool) => pool.end({ timeout: 1 })),
    )
    await admin.unsafe(`drop database "${long}" with (force)`)
    await admin.unsafe(`drop role "${longRole}"`)
    await admin.unsafe(`drop owned by ${keeper}, ${runner}, ${database}_fenced cascade`)
    await admin.unsafe(
      `alter database ${database} owner to jixu; drop role ${keeper}, ${runner}, ${database}_fenced`,
    )
  } finally {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })))
  }
})
