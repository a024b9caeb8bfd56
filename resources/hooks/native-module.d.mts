// What the tests call of the hook beside it.
export function nativePackage(platform: string, processor: string | undefined): string | null;
export function bringNativeModule(platform: string, arch: number, project: string): void;
