import { registerHooks } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import type { Page } from '../web/page.ts'
import { firstPaths } from './firstCalls.ts'

type GetModule = Rolldown.ChunkingContext['getModuleInfo']

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
/**
 * Letters of a module that costs less where it is not needed than a file of its own does where it is: a learner's line
 * is slow to answer, and the office has more such modules.
 */
const small = { portal: 2_500, office: 1_500 }
/** Letters that one of the first pages needs alone and the others do not wait for: fewer are no file of their own. */
const ofOnePage = 10_000
const entry = path('./web.tsx')

/**
 * Chunks of many pages; a group takes along what its modules import and no group before it has. All pages begin with
 * `libraries` and `common`, those of the office with `office`. Of what pages of the portal share, `portal` has what two
 * of those that people open first need, and `seldom` what none of them needs. What the portal shares with forms of the
 * office alone is there too, so that lists do not wait for it. A bare page needs little that others of the first need
 * too: that is in `common`. `later` has what the office shares with one or two pages that are not among the first, and
 * what needs that. `of-StudyPage` has what that page alone of the first ones shares with others; `kit` and `controls`
 * are antd, `forms` what is drawn with it.
 */
const groups = [
  'libraries',
  'common',
  'later',
  'portal',
  'seldom',
  'office',
  'of',
  'kit',
  'controls',
  'forms',
]

/** Asks once for each module: the answer walks all it imports. */
function remembered(decide: (id: string) => string | null): (id: string) => string | null {
  const known = new Map<string, string | null>()
  return (id) => {
    if (!known.has(id)) known.set(id, decide(id))
    return known.get(id)!
  }
}

/** Finds the file of each page's code: for once, what a page loads is the path of that file instead of the code. */
async function findPageFiles(): Promise<{ page: Page; file: string }[]> {
  const hooks = registerHooks({
    load: (url, context, next) =>
      new URL(url).pathname.endsWith('.tsx')
        ? {
            format: 'module',
            source: `export default ${JSON.stringify(fileURLToPath(url))}`,
            shortCircuit: true,
          }
        : next(url, context),
  })
  try {
    const { allPages } = await import('./webPages.ts')
    return await Promise.all(
      allPages.map(async (page) => ({ page, file: (await page.load()).default as unknown as string })),
    )
  } finally {
    hooks.deregister()
  }
}

/** The modules that each of these files needs before it runs, itself among them. */
function withImports(file: string, getModule: GetModule): Set<string> {
  const found = new Set<string>()
  const open = [file]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(getModule(id)?.importedIds ?? []))
  }
  return found
}

/** Counts for each module the files that need it. */
function countUses(files: Iterable<string>, getModule: GetModule): Map<string, number> {
  const uses = new Map<string, number>()
  for (const file of files)
    for (const id of withImports(file, getModule)) uses.set(id, (uses.get(id) ?? 0) + 1)
  return uses
}

/** The files of a build whose code is fetched when it is needed first: pages, and parts of them. */
function lateFiles(getModule: GetModule): string[] {
  const seen = new Set<string>()
  const late = new Set<string>()
  const open = [entry]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const { importedIds, dynamicallyImportedIds } = getModule(id)!
    dynamicallyImportedIds.forEach((other) => late.add(other))
    open.push(...importedIds, ...dynamicallyImportedIds)
  }
  return [...late]
}

/**
 * Decides in which chunk a module is: a page is fetched in few files, and a file of many pages holds what most of them
 * need. A round trip on a slow line takes as long as 100 KB.
 */
function chunkOf(pages: { page: Page; file: string }[], getModule: GetModule): (id: string) => string | null {
  const first = withImports(entry, getModule)
  const portal = new Set(pages.filter(({ page }) => page.frame !== 'admin').map(({ file }) => file))
  const office = new Set(pages.filter(({ page }) => page.frame === 'admin').map(({ file }) => file))
  const ofPortal = countUses(portal, getModule)
  const ofOffice = countUses(office, getModule)
  const ofLists = countUses(
    pages.filter(({ page }) => page.frame === 'admin' && page.light).map(({ file }) => file),
    getModule,
  )
  const frameOfOffice = withImports(path('./Office.tsx'), getModule)
  const namesOf = (files: Iterable<string>) =>
    [...files].map((file) => ({ name: basename(file, '.tsx'), modules: withImports(file, getModule) }))
  const ofEachPage = namesOf(portal)
  const opened = new Set(pages.filter(({ page }) => firstPaths.has(page.path)).map(({ file }) => file))
  const ofOpened = countUses(opened, getModule)
  const ofBare = countUses(
    pages.filter(({ page, file }) => page.frame === 'bare' && opened.has(file)).map(({ file }) => file),
    getModule,
  )
  const ofEachOpened = namesOf(opened)
  const late = lateFiles(getModule)
  const ofAll = countUses(late, getModule)
  const withKit = Math.max(
    ...[...ofAll].map(([id, count]) => (id.includes('/antd/') && !first.has(id) ? count : 0)),
  )
  const uses = (of: Map<string, number>, id: string) => of.get(id) ?? 0
  const isLibrary = (id: string) => id.includes('node_modules')
  // One page fewer is enough where the portal has it as well: a page of both has one file less.
  const isOfMostOffice = (id: string, fewest = 9) => frameOfOffice.has(id) || uses(ofOffice, id) >= fewest
  const isOfBoth = (id: string) => first.has(id) || (uses(ofPortal, id) > 0 && isOfMostOffice(id, 8))
  // Who is not among the first waits for fewer files rather than for less.
  const isCommon = (id: string) =>
    isOfBoth(id) || uses(ofPortal, id) >= (uses(ofOpened, id) > 0 || uses(ofLists, id) > 0 ? 3 : 2)
  /** True if a module of several pages is small, with what it needs besides what is there already. */
  function isSmall(
    id: string,
    limit: number,
    isThere: (id: string) => boolean,
    mayNeed: (id: string) => boolean,
  ): boolean {
    const more = [...withImports(id, getModule)].filter((other) => !isThere(other))
    const letters = more.reduce((sum, other) => sum + (getModule(other)?.code?.length ?? 0), 0)
    return uses(ofAll, id) >= 2 && letters < limit && more.every(mayNeed)
  }
  const isSmallInPortal = (id: string, isThere: (id: string) => boolean) =>
    uses(ofPortal, id) > 0 && isSmall(id, small.portal, isThere, () => true)
  const isThereFirst = (id: string) => isCommon(id) || isSmallInPortal(id, isCommon)
  const isOfPortal = (id: string) => isThereFirst(id) || isSmallInPortal(id, isThereFirst)
  /** True if a module needs a library that only parts of the office have: a list would have to wait for it. */
  const needsMore = (id: string) =>
    [...withImports(id, getModule)].some((other) => isLibrary(other) && !isOfPortal(other))
  const isOfOffice = (id: string) =>
    !isLibrary(id) &&
    uses(ofPortal, id) === 0 &&
    !needsMore(id) &&
    (isOfMostOffice(id) ||
      (uses(ofOffice, id) > 0 &&
        isSmall(id, small.office, isOfBoth, (other) => !isLibrary(other) && uses(ofPortal, other) === 0)))
  /** True if the first pages need a module, or so many others that it is among what all begin with. */
  const isOfFirst = (id: string) => first.has(id) || uses(ofOpened, id) > 0 || uses(ofPortal, id) >= 3
  /** True for what the office shares with one or two pages of the portal that are not among the first. */
  const isLater = (id: string) =>
    !isLibrary(id) &&
    !isOfFirst(id) &&
    uses(ofPortal, id) > 0 &&
    (isOfMostOffice(id, 8) || uses(ofLists, id) >= 2)
  /** True for what a bare page shares with pages in the frame, whose other code it does not need. */
  const isOfFrames = (id: string) => uses(ofBare, id) > 0 && uses(ofOpened, id) > uses(ofBare, id)
  const isOfPortalOnly = (id: string) =>
    isOfPortal(id) && !isOfBoth(id) && !isOfFrames(id) && uses(ofLists, id) === 0
  /** The first pages that need much of the portal which none of the others does. */
  const heavy = ofEachOpened.filter(({ modules }) => {
    const own = [...modules].filter((id) => uses(ofOpened, id) === 1 && isOfPortalOnly(id))
    return own.reduce((sum, id) => sum + (getModule(id)?.code?.length ?? 0), 0) >= ofOnePage
  })
  const heavyPageOf = (id: string) =>
    uses(ofOpened, id) === 1 ? heavy.find(({ modules }) => modules.has(id)) : undefined
  function chunkOfPortal(id: string): string {
    // Calls and rules are small, and parts that come after the first paint have few others.
    const isPlain = ['contract.ts', 'rules.ts'].includes(basename(id))
    if (uses(ofOpened, id) === 0)
      return isPlain ? 'portal' : [...withImports(id, getModule)].some(isLater) ? 'later' : 'seldom'
    const page = heavyPageOf(id)
    return page ? `of-${page.name}` : 'portal'
  }
  return (id) => {
    if (isLater(id)) return 'later'
    if (isOfBoth(id)) return isLibrary(id) ? 'libraries' : 'common'
    if (isOfPortal(id)) return isOfPortalOnly(id) ? chunkOfPortal(id) : 'common'
    if (isOfOffice(id)) return 'office'
    if (uses(ofPortal, id) === 1 && uses(ofLists, id) > 0)
      return `of-${ofEachPage.find(({ modules }) => modules.has(id))!.name}`
    if (uses(ofPortal, id) > 0) {
      const page = uses(ofOffice, id) > 0 && heavyPageOf(id)
      return page ? `of-${page.name}` : null
    }
    if (!isLibrary(id)) return isOfMostOffice(id) && needsMore(id) ? 'forms' : null
    return uses(ofAll, id) >= withKit / 2 ? 'kit' : uses(ofAll, id) >= withKit / 10 ? 'controls' : null
  }
}

/** Files that a page begins with, by the address they are served at. */
export interface FirstFiles {
  scripts: string[]
  styles: string[]
}

function firstFilesOf(roots: string[], bundle: Rolldown.OutputBundle): FirstFiles {
  const all = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk')
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const open = all.filter(({ moduleIds }) => roots.some((root) => moduleIds.includes(root)))
  for (let chunk = open.shift(); chunk; chunk = open.shift()) {
    if (scripts.has(`/${chunk.fileName}`)) continue
    scripts.add(`/${chunk.fileName}`)
    chunk.viteMetadata?.importedCss.forEach((style) => styles.add(`/${style}`))
    open.push(...chunk.imports.map((name) => bundle[name] as Rolldown.OutputChunk))
  }
  return { scripts: [...scripts], styles: [...styles] }
}

/** Groups the modules of the pages into few chunks, and writes which ones a page begins with into `pages.json`. */
export function chunks(): Plugin {
  let pages: { page: Page; file: string }[] = []
  let decide: ((id: string) => string | null) | undefined
  return {
    name: 'chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // A group takes along what its modules import, and is not in one before it.
              groups: groups.map((group, i) => ({
                name(id, graph) {
                  decide ??= remembered(chunkOf(pages, (other) => graph.getModuleInfo(other)))
                  const chunk = decide(id)
                  return chunk === group || (group === 'of' && chunk?.startsWith('of-')) ? chunk : null
                },
                debugName: group,
                priority: groups.length - i,
              })),
            },
          },
        },
      },
    }),
    async buildStart() {
      pages = await findPageFiles()
    },
    generateBundle: {
      // After the builder has dropped the chunks that are only style.
      order: 'post',
      handler(_, bundle) {
        const office = path('./Office.tsx')
        const files = pages.map(({ page, file }) => [
          page.path,
          firstFilesOf([entry, file, ...(page.frame === 'admin' ? [office] : [])], bundle),
        ])
        const source = JSON.stringify(Object.fromEntries(files))
        this.emitFile({ type: 'asset', fileName: 'pages.json', source })
      },
    },
  }
}
