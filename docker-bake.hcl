# All images at once, for both kinds of processor: docker buildx bake --push
# For this machine alone: docker buildx bake --set '*.platform=' --load

variable "REGISTRY" {
  default = "volant"
}

variable "VERSION" {
  default = "0.2.0"
}

group "default" {
  targets = ["image"]
}

target "image" {
  name = process
  matrix = {
    process = ["gateway", "identity", "pages", "support", "analytics", "operator", "standalone", "minio"]
  }
  target = process
  tags = ["${REGISTRY}/${process}:${VERSION}"]
  platforms = ["linux/amd64", "linux/arm64"]
}
