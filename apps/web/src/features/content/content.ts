/** Loaded when somebody opens it: most pages are left without it. */
export const loadInstaller = async () => (await import('./installer/installer-modal.tsx')).InstallerModal
