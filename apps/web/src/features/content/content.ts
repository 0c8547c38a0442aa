/** Loaded when somebody opens it: most pages never need it. */
export const loadInstaller = async () => (await import('./installer/installer-modal.tsx')).InstallerModal
