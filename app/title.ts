/** Title of the window: the page's own name and the portal's, once its configuration is there. */
export function titleOf(page: string, projectTitle: string | undefined): string {
  return projectTitle ? `${page} · ${projectTitle}` : page
}
